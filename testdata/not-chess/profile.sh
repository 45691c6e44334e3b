# ~/.profile: executed by the command interpreter for login shells.
if [ -n "$BASH_VERSION" ]; then
    if [ -f "$HOME/.bashrc" ]; then
	. "$HOME/.bashrc"
    fi
fi
[ -z "$PS1" ] && return
[ -d "$HOME/bin" ] && PATH="$HOME/bin:$PATH"
case "$1" in
  *) exit 1;;
esac
