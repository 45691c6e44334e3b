"""A bot made of mekk.fics, as its documentation shows; it reports what it reads. Argument: the port."""

import sys

from mekk.fics import FicsClient, FicsEventMethodsMixin, FicsFactory
from twisted.internet import defer, reactor


def report(*words):
    print(*words, flush=True)


class Bot(FicsEventMethodsMixin, FicsClient):
    def __init__(self):
        FicsClient.__init__(self, label="bot")
        self.interface_variables_to_set_after_login = ["MS", "GAMEINFO"]

    def on_login(self, user):
        report("LOGIN", user)
        return defer.succeed(None)

    @defer.inlineCallbacks
    def on_tell(self, tell_info):
        report("TELL", tell_info.teller, tell_info.tell_text)
        order = tell_info.tell_text
        if order == "hello":
            yield self.run_command("tell %s hello yourself" % tell_info.teller)
        elif order == "watch":
            yield self.run_command("observe %s" % tell_info.teller)
        elif order == "look":
            finger = yield self.run_command("finger %s" % tell_info.teller)
            report("FINGER", getattr(finger, "name", finger))
            who = yield self.run_command("who")
            report("WHO", str(who)[:200].replace("\n", " / "))
        elif order == "leave":
            yield self.disconnect()
            report("BYE")
            reactor.stop()

    def on_game_joined(self, game):
        report("JOINED", game.white.name if hasattr(game.white, "name") else game.white, game.black.name if hasattr(game.black, "name") else game.black)
        return defer.succeed(None)

    def on_game_move(self, game_move):
        report("MOVE", game_move.style12.last_move_algebraic if hasattr(game_move.style12, "last_move_algebraic") else vars(game_move.style12))
        return defer.succeed(None)

    def on_game_finished(self, game):
        report("FINISHED", game.result, game.result_desc)
        return defer.succeed(None)

    def on_fics_unknown(self, what):
        report("UNKNOWN", repr(what))
        return defer.succeed(None)


reactor.connectTCP("127.0.0.1", int(sys.argv[1]), FicsFactory(client=Bot(), auth_username="guest", auth_password=""))
reactor.callLater(100, reactor.stop)
reactor.run()
