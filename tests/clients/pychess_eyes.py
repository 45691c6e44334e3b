"""PyChess as it is, and a pair of eyes: where its widgets are on the screen and what they show.

Arguments: a socket's path, then PyChess' own. Whoever connects to the socket and sends
anything is answered with a list of what can be seen. Nothing is touched here; a hand
clicks and types where the eyes say.
"""

import runpy
import sys
import threading
from multiprocessing.connection import Listener

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def see():
    """All that is shown in any window: its kind, its name, what it says and where its middle is."""
    seen = []
    for window in Gtk.Window.list_toplevels():
        if window.get_mapped() and window.get_window():
            look(window, window, seen)
    return seen


def look(widget, window, seen):
    if not widget.get_mapped():
        return
    area = widget.get_allocation()
    place = widget.translate_coordinates(window, 0, 0)
    _, left, top = window.get_window().get_origin()
    if place is None:
        return
    left, top = left + place[0], top + place[1]
    kind = type(widget).__name__

    def note(kind, text, x, y, **more):
        seen.append({"kind": kind, "name": Gtk.Buildable.get_name(widget) or "", "text": text, "at": (int(x), int(y)), **more})

    middle = (left + area.width / 2, top + area.height / 2)
    if isinstance(widget, Gtk.TreeView):
        rows(widget, window, note)
    elif isinstance(widget, Gtk.TextView):
        text = widget.get_buffer()
        note(kind, text.get_text(*text.get_bounds(), True), *middle)
    elif isinstance(widget, (Gtk.ToggleButton, Gtk.Switch)):
        note(kind, getattr(widget, "get_label", str)() or "", *middle, on=widget.get_active(), usable=widget.is_sensitive())
    elif isinstance(widget, (Gtk.Label, Gtk.Entry)):
        note(kind, widget.get_text(), *middle)
    elif isinstance(widget, (Gtk.Button, Gtk.MenuItem)):
        note(kind, widget.get_label() or "", *middle, usable=widget.is_sensitive())
    elif kind == "BoardView":
        board(widget, left, top, note)
    if isinstance(widget, Gtk.Expander) and not widget.get_expanded():
        look(widget.get_label_widget(), window, seen)
    elif isinstance(widget, Gtk.Container):
        widget.forall(lambda child: look(child, window, seen))


def rows(tree, window, note):
    """The rows that are in sight: the middle of each, and of the icon before it."""
    model, columns = tree.get_model(), tree.get_columns()
    if model is None or not columns:
        return
    widest = max(columns, key=lambda column: column.get_visible() and column.get_width())
    pane = tree.get_ancestor(Gtk.ScrolledWindow) or tree
    _, left, top = window.get_window().get_origin()

    def row(model, path, place):
        texts = [str(value) for value in model[place] if isinstance(value, (str, int))]
        points = []
        for column in (widest, columns[0]):
            area = tree.get_cell_area(path, column)
            point = tree.convert_bin_window_to_widget_coords(area.x + area.width // 2, area.y + area.height // 2)
            x, y = tree.translate_coordinates(pane, *point)
            # A list may be wider than what is seen of it.
            points.append((min(max(x, 20), pane.get_allocated_width() - 20) if column == widest else x, y))
        if not 0 < points[0][1] < pane.get_allocated_height() or not area.height:
            return
        (x, y), icon = (pane.translate_coordinates(window, *point) for point in points)
        note("row", " ".join(texts), max(left + x, 20), top + y, icon=(left + icon[0], top + icon[1]))

    model.foreach(row)


def board(view, left, top, note):
    if not view.square[3]:
        return
    model, squares = view.model, {}
    for file in range(view.FILES):
        for rank in range(view.RANKS):
            x, y, side = view.cord2RectRelative(file, rank)
            squares["abcdefgh"[file] + str(rank + 1)] = (int(left + x + side / 2), int(top + y + side / 2))
    moves = [str(move) for move in model.moves]
    shown = model.getBoardAtPly(view.shown, view.shown_variation_idx).asFen()
    from pychess.Utils.const import reprResult

    note("BoardView", shown, left, top, squares=squares, moves=moves, result=reprResult[model.status])


def answer(path):
    with Listener(path, "AF_UNIX") as listener:
        while True:
            with listener.accept() as line:
                try:
                    while line.recv():
                        done, result = threading.Event(), []

                        def now():
                            try:
                                result.append(see())
                            except Exception as error:  # noqa: BLE001
                                result.append(error)
                            done.set()

                        GLib.idle_add(now, priority=GLib.PRIORITY_DEFAULT)
                        done.wait()
                        line.send(result[0])
                except (EOFError, OSError):
                    continue


if __name__ == "__main__":
    socket, pychess = sys.argv[1], sys.argv[2]
    threading.Thread(target=answer, args=(socket,), daemon=True).start()
    sys.argv[:] = sys.argv[2:]
    runpy.run_path(pychess, run_name="__main__")
