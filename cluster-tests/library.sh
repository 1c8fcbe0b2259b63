# shellcheck shell=bash
# Sourced by `cluster` and `hosts`: processes that belong to a folder, free ports, waiting.
#
# A process belongs to the node NODE of the folder DIR if one of these holds, each of which outlives its parent:
# * its working directory or its program is in DIR/nodes/NODE. Daemons are started there, and what they fork stays there. Their
#   environment is no mark, because slurmstepd and sshd write their titles over it;
# * its environment has SIXFOLD_TEST_DIR and SIXFOLD_TEST_NODE, which the daemons give to every job.

# Waiting ends when a condition holds. The limit only says when to give up, and is far above what a slow machine needs.
patience=${SIXFOLD_TEST_PATIENCE:-600}

die() { echo "${0##*/}: $*" >&2; exit 1; }

# wait_for WHAT COMMAND…: until the command succeeds, or the daemon that was started last has ended.
daemon_id=
wait_for() {
    local what=$1 end=$((SECONDS + patience))
    shift
    until "$@"; do
        [ -z "$daemon_id" ] || kill -0 "$daemon_id" 2>/dev/null || { echo "${0##*/}: the daemon has ended before: $what" >&2; return 1; }
        [ $SECONDS -lt $end ] || { echo "${0##*/}: gave up after $patience s: $what" >&2; return 1; }
        sleep 0.1
    done
}

# free_ports COUNT: ports of this machine on which nothing listens. They are below the range from which the kernel takes
# the ports of outgoing connections.
free_ports() {
    python3 - "$1" <<'PYTHON'
import random, socket, sys
held = []
while len(held) < int(sys.argv[1]):
    trial = socket.socket()
    try:
        trial.bind(("0.0.0.0", random.randrange(10000, 32000)))
        held.append(trial)
    except OSError:
        trial.close()
print(*(trial.getsockname()[1] for trial in held))
PYTHON
}

# daemon DIR NODE COMMAND…: starts a process that outlives this script.
daemon() {
    local dir=$1 node=$2
    shift 2
    mkdir -p "$dir/nodes/$node"
    (cd "$dir/nodes/$node" && exec setsid "$@" </dev/null >>"$dir/log/$node" 2>&1) &
    daemon_id=$!
}

# members DIR [NODE]: the ids of all processes of the folder, or of one node in it.
members() {
    local place=$1/nodes/${2:-*} files
    {
        find /proc/[0-9]* -maxdepth 1 \( -name cwd -o -name exe \) \( -lname "$place" -o -lname "$place/*" \) || true
        mapfile -t files < <(grep -lzxF -e "SIXFOLD_TEST_DIR=$1" /proc/[0-9]*/environ)
        if [ $# -gt 1 ] && [ ${#files[@]} -gt 0 ]; then
            mapfile -t files < <(grep -lzxF -e "SIXFOLD_TEST_NODE=$2" "${files[@]}")
        fi
        printf '%s\n' "${files[@]}"
    } 2>/dev/null | sed -n 's|^/proc/\([0-9]*\)/.*|\1|p' | sort -nu
}

# kill_members DIR [NODE]: one round; succeeds when none was left. A process that was started during the last round is found
# by the next one.
kill_members() {
    local ids
    mapfile -t ids < <(members "$@")
    [ ${#ids[@]} -eq 0 ] && return 0
    kill -KILL "${ids[@]}" 2>/dev/null
    return 1
}

# end_members DIR [NODE]: kills them all, and returns when they are gone.
end_members() { wait_for "the end of the processes of $*" kill_members "$@"; }

# absolute DIR: the path by which processes of a folder are recognised. Sockets lie in it, and their paths have at most 107 bytes.
absolute() {
    local dir
    dir=$(realpath -m -- "$1")
    case $dir in *[!A-Za-z0-9/._-]*) die "$dir: expected a path of letters, digits and /._-" ;; esac
    [ ${#dir} -le 70 ] || die "$dir: expected a path of at most 70 bytes, for the sockets in it"
    printf '%s\n' "$dir"
}

# new_folder DIR: an empty one. munged wants all others to be kept from writing to it.
new_folder() {
    [ ! -e "$1" ] || [ -z "$(ls -A "$1")" ] || die "$1: expected a new or empty folder"
    mkdir -p "$1"
    chmod 755 "$1"
}
