# Each script sources this file in its first lines, before any `cd`. With --help or -h it prints the comment at the script's head and exits.
# It removes --no-install from the arguments and sets YOKE_NO_INSTALL: the script, and the scripts that it calls, then install nothing.
unset CDPATH # with it, `cd` may go to another folder, and prints where it went
rest=() ended=''
for argument in "$@"; do
    case $ended$argument in
    -h | --help) awk 'NR == 1 { next } !/^#/ { exit } { sub(/^# ?/, ""); print }' "$0"; exit 0 ;;
    --no-install) export YOKE_NO_INSTALL=1; continue ;;
    --) ended=yes ;; # later arguments belong to another program
    esac
    rest+=("$argument")
done
set -- ${rest[@]+"${rest[@]}"} # bash 3.2 treats an empty array as unset
unset rest ended argument

# The folder and the flags for debug builds that are only tested: with C at -O1, and without Swift's checks of exclusive access, the tests
# take a quarter less time. The thread run of scripts/sanitize makes these checks. In .build, the flags would make a `swift build` by hand
# compile everything again.
test_flags=(-Xcc -O1 -Xswiftc -enforce-exclusivity=unchecked)
test_build=(--scratch-path .build-test "${test_flags[@]}")

# The folder and the flags for optimised builds without macros and without libyajl. The packages Tests/Examples and Tests/Consumer build in
# the folders of this package, too: SwiftPM then finds Yoke and swift-syntax already compiled.
plain_build=(--scratch-path .build-demo -c release --disable-default-traits)
