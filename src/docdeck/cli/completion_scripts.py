"""The completion scripts of bash, zsh and fish, from the places of the command line. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence

from docdeck.cli.completion import Option, Place

Places = Sequence[Place]

_BASH = """\
# Completion of docdeck in bash: source <(docdeck completion bash)
_docdeck() {
    local IFS=$'\\n' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local place=docdeck verbs='' options='' index
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((index = 1; index < COMP_CWORD; index++)); do
        case "$place ${COMP_WORDS[index]}" in
@SKIPS@
                [[ ${COMP_WORDS[index+1]} == '=' ]] && ((index++))
                ((index++)) ;;
@STEPS@
                place="$place ${COMP_WORDS[index]}" ;;
        esac
    done
    COMPREPLY=()
    case "$place $previous" in
@VALUES@
    esac
    case "$place" in
@PLACES@
    esac
    if [[ $current == -* || -z $verbs ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    else
        COMPREPLY=($(compgen -W "$verbs" -- "$current"))
    fi
}
complete -F _docdeck docdeck
"""

_ZSH = """\
#compdef docdeck
# Completion of docdeck in zsh: source <(docdeck completion zsh), after compinit
_docdeck() {
    local place=docdeck index=2
    local -a verbs options
    while (( index < CURRENT )); do
        case "$place ${words[index]}" in
@SKIPS@
                (( index++ )) ;;
@STEPS@
                place="$place ${words[index]}" ;;
        esac
        (( index++ ))
    done
    case "$place ${words[CURRENT-1]}" in
@VALUES@
    esac
    case "$place" in
@PLACES@
    esac
    if [[ ${words[CURRENT]} == -* || $#verbs -eq 0 ]]; then
        _describe -o option options
    else
        _describe verb verbs
    fi
}
if [[ ${funcstack[1]} == _docdeck ]]; then
    _docdeck "$@"
else
    compdef _docdeck docdeck
fi
"""

_FISH = """\
# Completion of docdeck in fish: docdeck completion fish | source
function __docdeck_at
    set -l place docdeck
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch "$place $word"
            case @SKIPS@
                set skip 1
            case @STEPS@
                set place "$place $word"
        end
    end
    test "$place" = "$argv[1]"
end
complete -c docdeck -f
@LINES@
"""


def bash(places: Places) -> str:
    """A function for `complete -F`; bash shows no help beside a word."""
    shown: list[str] = []
    for place in places:
        verbs = _lines([*(name for name, _ in place.verbs), *place.words])
        options = _lines([option.shown for option in place.options])
        shown.append(f'        "{place.path}") verbs={verbs} options={options} ;;')

    def values(choices: Sequence[str]) -> str:
        return f'COMPREPLY=($(compgen -W {_lines(choices)} -- "$current"))'

    files = 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"))'
    return _filled(_BASH, places, _values(places, values, files), shown)


def zsh(places: Places) -> str:
    """A function for `compdef`, with the help of each word."""
    shown: list[str] = []
    for place in places:
        verbs = [*(f"{name}:{text}" for name, text in place.verbs), *place.words]
        options = [f"{option.shown}:{option.help}" for option in place.options]
        shown.append(f'        "{place.path}")')
        shown.append(f"            verbs=({' '.join(shlex.quote(verb) for verb in verbs)})")
        shown.append(f"            options=({' '.join(shlex.quote(option) for option in options)}) ;;")

    def values(choices: Sequence[str]) -> str:
        return f"compadd -- {' '.join(choices)}"

    return _filled(_ZSH, places, _values(places, values, "_files"), shown)


def fish(places: Places) -> str:
    """One `complete` for each word, with its help."""
    lines: list[str] = []
    for place in places:
        at = f"complete -c docdeck -n {_fish(f'__docdeck_at {_fish(place.path)}')}"
        lines += [f"{at} -a {name} -d {_fish(text)}" for name, text in place.verbs]
        lines += [f"{at} -a {word}" for word in place.words]
        for option in place.options:
            flags = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags]
            value = " -r -F" if option.files else " -x" if option.takes_value else ""
            choices = f" -a {_fish(' '.join(option.choices))}" if option.choices else ""
            lines.append(f"{at} {' '.join(flags)}{value}{choices} -d {_fish(option.help)}")
    text = _FISH.replace("@SKIPS@", " ".join(_fish(skip) for skip in _skips(places)))
    text = text.replace("@STEPS@", " ".join(_fish(step) for step in _steps(places)))
    return text.replace("@LINES@", "\n".join(lines))


SCRIPTS: dict[str, Callable[[Places], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _filled(script: str, places: Places, values: Sequence[str], shown: Sequence[str]) -> str:
    skips, steps = _either(_skips(places)), _either(_steps(places))
    filled = script.replace("@SKIPS@", f"            {skips})").replace("@STEPS@", f"            {steps})")
    return filled.replace("@VALUES@", "\n".join(values)).replace("@PLACES@", "\n".join(shown))


def _values(places: Places, values: Callable[[Sequence[str]], str], files: str) -> list[str]:
    """The cases of what follows an option: its choices, files, or something that nobody can complete."""
    cases = [
        f"        {_either(_flags(place, option))}) {values(option.choices)}; return ;;"
        for place, option in _valued(places)
        if option.choices
    ]
    named = [flag for place, option in _valued(places) if option.files for flag in _flags(place, option)]
    return [*cases, f"        {_either(named)}) {files}; return ;;", f"        {_either(_skips(places))}) return ;;"]


def _valued(places: Places) -> Iterator[tuple[Place, Option]]:
    """Every option that takes a value; also of unknown values, so that no verb is offered in their stead."""
    for place in places:
        yield from ((place, option) for option in place.options if option.takes_value)


def _skips(places: Places) -> list[str]:
    """A place and an option after which the next word is a value."""
    return [flag for place, option in _valued(places) for flag in _flags(place, option)]


def _flags(place: Place, option: Option) -> list[str]:
    return [f"{place.path} {flag}" for flag in option.flags]


def _either(words: Sequence[str]) -> str:
    """A pattern of a `case` of bash and zsh."""
    return "|".join(f'"{word}"' for word in words)


def _steps(places: Places) -> list[str]:
    """A place and a verb that leads to another place."""
    return [f"{place.path} {name}" for place in places for name, _ in place.verbs]


def _lines(words: Sequence[str]) -> str:
    """Words as bash's compgen takes them when only a line end parts them."""
    return "$'" + "\\n".join(words) + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
