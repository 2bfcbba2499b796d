// The fast path for the lines of a stream: the code of the three files below, compiled once more. Here white space ends before a line feed.
// So the fast path cannot read into the next line, and the engine need not search for the line's end first.
#define YOKE_IN_LINE 1
#define yoke_fast_path yoke_fast_path_in_line
#define yoke_fast_overwrite yoke_fast_overwrite_in_line
#define yoke_read_object yoke_read_object_in_line
#define yoke_overwrite_objects yoke_overwrite_objects_in_line
#define yoke_read_positions yoke_read_positions_in_line
#define yoke_read_elements yoke_read_elements_in_line
#define yoke_read_other_scalar yoke_read_other_scalar_in_line
#define yoke_read_numbers yoke_read_numbers_in_line
#define yoke_pass_number yoke_pass_number_in_line
#define yoke_read_double yoke_read_double_in_line
#define yoke_read_float yoke_read_float_in_line

#include "native/fast/fast_path.c"
#include "native/fast/numbers.c"
#include "native/fast/objects.c"
