# Sets what the tests read from the environment, from the arguments SITE_DIR SERVER_COMMAND…
# A relative path of the site or of the program stays valid in another folder.
SIXFOLD_SITE=$(realpath "$1")
program=$2
case "$program" in */*) program=$(realpath "$program") ;; esac
SIXFOLD_SERVER=$(printf '%s\n' "$program" "${@:3}")
export SIXFOLD_SITE SIXFOLD_SERVER
(
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent
)
