# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# `cmake --install` and the package that find_package(Turnstile) finds.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Turnstile")

install(TARGETS turnstile EXPORT TurnstileTargets)
foreach(include_dir IN ITEMS "${PROJECT_SOURCE_DIR}/include/" "${PROJECT_BINARY_DIR}/include/")
  install(DIRECTORY "${include_dir}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/turnstile")

install(EXPORT TurnstileTargets NAMESPACE Turnstile:: DESTINATION "${package_dir}")
# Where Kokkos was found; one that is built here is installed beside Turnstile.
set(kokkos_package_dir "")
if(Kokkos_FOUND)
  set(kokkos_package_dir "${Kokkos_DIR}")
endif()
get_property(turnstile_components GLOBAL PROPERTY Turnstile_SPACES)
get_property(TURNSTILE_BACKENDS GLOBAL PROPERTY Turnstile_BACKENDS)
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/TurnstileConfig.cmake.in" "${PROJECT_BINARY_DIR}/TurnstileConfig.cmake"
  INSTALL_DESTINATION "${package_dir}"
)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/TurnstileConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/TurnstileConfig.cmake" "${PROJECT_BINARY_DIR}/TurnstileConfigVersion.cmake"
        DESTINATION "${package_dir}"
)
