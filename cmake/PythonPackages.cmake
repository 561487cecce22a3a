# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Python with the packages that tests and the demonstration need.

include_guard(GLOBAL)

# Sets `out_var` to whether the command `python` can import every one of `modules`.
function(turnstile_python_has python modules out_var)
  list(JOIN modules ", " list_of_modules)
  execute_process(
    COMMAND ${python} -c "import ${list_of_modules}" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET
  )
  string(COMPARE EQUAL "${status}" "0" has)
  set(${out_var} ${has} PARENT_SCOPE)
endfunction()

# Sets `out_var` to a command that runs Python with `packages`, which pip installs into the build directory where the
# interpreter lacks them. That needs no virtual environment, whose module Debian packages separately.
function(turnstile_find_python out_var)
  set(packages ${ARGN})
  find_package(Python3 3.9 COMPONENTS Interpreter REQUIRED)
  set(python "${Python3_EXECUTABLE}")
  turnstile_python_has("${python}" "${packages}" has)
  if(NOT has)
    set(package_dir "${PROJECT_BINARY_DIR}/_deps/python")
    set(python "${CMAKE_COMMAND}" -E env --modify "PYTHONPATH=path_list_prepend:${package_dir}" "${Python3_EXECUTABLE}")
    turnstile_python_has("${python}" "${packages}" has)
  endif()
  if(NOT has)
    list(JOIN packages ", " list_of_packages)
    message(STATUS "Installing ${list_of_packages} into ${package_dir}")
    execute_process(
      COMMAND "${Python3_EXECUTABLE}" -m pip install --quiet --upgrade --target "${package_dir}" ${packages}
      RESULT_VARIABLE status
      ERROR_VARIABLE message
      OUTPUT_QUIET
    )
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "Python needs ${list_of_packages}, and pip could not install it:\n${message}")
    endif()
  endif()
  set(${out_var} "${python}" PARENT_SCOPE)
endfunction()
