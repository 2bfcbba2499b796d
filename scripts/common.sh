# Sourced by each script in its first lines, before any `cd`. --help or -h prints the comment at the script's head and ends it.
# --no-install is taken out of the arguments: the script, and what it runs, then installs nothing (YOKE_NO_INSTALL).
rest=() ended=''
for argument in "$@"; do
    case $ended$argument in
    -h | --help) awk 'NR == 1 { next } !/^#/ { exit } { sub(/^# ?/, ""); print }' "$0"; exit 0 ;;
    --no-install) export YOKE_NO_INSTALL=1; continue ;;
    --) ended=yes ;; # what follows belongs to another program
    esac
    rest+=("$argument")
done
set -- ${rest[@]+"${rest[@]}"} # bash 3.2 takes an empty array for an unset one
unset rest ended argument
