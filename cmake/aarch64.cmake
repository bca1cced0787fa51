# Builds for 64-bit ARM on another machine ("Another processor" in
# CONTRIBUTING.md). FG_SYSROOT is the root of a file system of such a machine,
# with the libraries in it; what build and tests start runs in qemu.
set(FG_SYSROOT "" CACHE PATH "Where the libraries for aarch64 are")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FG_SYSROOT)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${FG_SYSROOT})

set(CMAKE_SYSROOT ${FG_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${FG_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${FG_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig)
