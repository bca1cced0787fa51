# Sums of weights are 128 bits wide. Compilers have such a type where the
# processor's registers have 64 bits.
include_guard(GLOBAL)
include(CheckSourceCompiles)

check_source_compiles(C "
__extension__ typedef unsigned __int128 wide;
int main(void)
{
	return (int)(sizeof(wide) - 16);
}" FG_HAS_INT128)
if(NOT FG_HAS_INT128)
	message(FATAL_ERROR
		"fg needs a 64-bit target: ${CMAKE_C_COMPILER} has no __int128")
endif()
