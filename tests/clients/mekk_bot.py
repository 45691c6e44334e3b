"""A bot made of mekk.fics, as its documentation shows; it reports what it reads. Argument: the port."""

import sys

from mekk.fics import FicsClient, FicsEventMethodsMixin, FicsFactory
from twisted.internet import defer, reactor


def report(*words):
    print(*words, flush=True)


class Bot(FicsEventMethodsMixin, FicsClient):
    def __init__(self):
        FicsClient.__init__(self, label="bot")

    def on_login(self, user):
        report("LOGIN", user)
        return defer.succeed(None)

    @defer.inlineCallbacks
    def on_tell(self, tell_info):
        report("TELL", tell_info.player, tell_info.text)
        order = tell_info.text
        if order == "hello":
            yield self.run_command("tell %s hello yourself" % tell_info.player)
        elif order == "watch":
            observed = yield self.run_command("observe %s" % tell_info.player)
            report("JOINED", observed)
        elif order == "look":
            finger = yield self.run_command("finger %s" % tell_info.player)
            report("FINGER", finger)
            who = yield self.run_command("who")
            report("WHO", repr(who))
        elif order == "leave":
            yield self.disconnect()
            report("BYE")
            reactor.stop()

    def on_game_move(self, game_move):
        report("MOVE", game_move.style12.last_move_text)
        return defer.succeed(None)

    def on_game_finished(self, game):
        report("FINISHED", game)
        return defer.succeed(None)

    def on_fics_unknown(self, what):
        report("UNKNOWN", repr(what))
        return defer.succeed(None)


reactor.connectTCP("127.0.0.1", int(sys.argv[1]), FicsFactory(client=Bot(), auth_username="guest", auth_password=""))
reactor.callLater(280, reactor.stop)
reactor.run()
