# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sources of dependencies that are not installed: first the project's own release archive, else a Python source
# distribution that carries the same sources. Every archive is checked against its hash, and kept.

include_guard(GLOBAL)

set(Turnstile_DOWNLOAD_DIR "${PROJECT_BINARY_DIR}/_deps/downloads"
    CACHE PATH "Where archives of dependencies are kept; build directories may share it"
)

# Sets `out_var` to whether the host of `url` takes connections. The answer comes within seconds, and once per host.
function(turnstile_is_reachable url out_var)
  if(url MATCHES "^file://")
    set(${out_var} TRUE PARENT_SCOPE)
    return()
  endif()
  string(REGEX REPLACE "^[a-z]+://([^/:]+).*" "\\1" host "${url}")
  get_property(known GLOBAL PROPERTY turnstile_reachable_${host} SET)
  if(NOT known)
    execute_process(
      COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/is_reachable.py" "${url}"
      TIMEOUT 3
      RESULT_VARIABLE status
      OUTPUT_QUIET ERROR_QUIET
    )
    string(COMPARE EQUAL "${status}" "0" reachable)
    set_property(GLOBAL PROPERTY turnstile_reachable_${host} ${reachable})
  endif()
  get_property(reachable GLOBAL PROPERTY turnstile_reachable_${host})
  set(${out_var} ${reachable} PARENT_SCOPE)
endfunction()

# Sets `out_var` to whether `file` exists and has the hash `sha256`. A file with another hash is removed.
function(turnstile_is_intact file sha256 out_var)
  set(${out_var} FALSE PARENT_SCOPE)
  if(NOT EXISTS "${file}")
    return()
  endif()
  file(SHA256 "${file}" actual)
  if(actual STREQUAL sha256)
    set(${out_var} TRUE PARENT_SCOPE)
  else()
    message(WARNING "${file} has the SHA256 ${actual} instead of ${sha256}: removed")
    file(REMOVE "${file}")
  endif()
endfunction()

# Downloads the archive at `url` to `file` unless it is there. Whether it came is for the caller to check.
function(turnstile_download_archive url file)
  if(EXISTS "${file}")
    return()
  endif()
  turnstile_is_reachable("${url}" reachable)
  if(NOT reachable)
    message(STATUS "No connection to ${url}")
    return()
  endif()
  message(STATUS "Downloading ${url}")
  file(DOWNLOAD "${url}" "${file}.part" STATUS status INACTIVITY_TIMEOUT 20)
  list(GET status 0 code)
  if(code EQUAL 0)
    file(RENAME "${file}.part" "${file}")
  else()
    message(STATUS "Download failed: ${status}")
    file(REMOVE "${file}.part")
  endif()
endfunction()

# Downloads the source distribution `name==version` into `dir` unless it is there.
function(turnstile_download_distribution name version dir)
  if(EXISTS "${dir}/${name}-${version}.tar.gz")
    return()
  endif()
  message(STATUS "Downloading the source distribution ${name}==${version}")
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" -m pip download --quiet --no-deps --no-binary ${name} --dest "${dir}"
            "${name}==${version}"
    RESULT_VARIABLE status
    ERROR_VARIABLE message
    OUTPUT_QUIET
  )
  if(NOT status EQUAL 0)
    message(STATUS "pip download failed (${status}):\n${message}")
  endif()
endfunction()

# Extracts what matches `pattern` from `archive` and moves the folder `subdir` of its only top folder to `target`.
function(turnstile_extract archive subdir target)
  set(scratch "${target}.part")
  file(REMOVE_RECURSE "${scratch}")
  if(subdir)
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${scratch}" PATTERNS "*/${subdir}/*" TOUCH)
  else()
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${scratch}" TOUCH)
  endif()
  file(GLOB top LIST_DIRECTORIES TRUE "${scratch}/*")
  file(RENAME "${top}/${subdir}" "${target}")
  file(REMOVE_RECURSE "${scratch}")
endfunction()

# Provides the sources of a dependency.
#
# turnstile_fetch_source(<name> <out_var> URL <url> SHA256 <hash>
#                        DISTRIBUTION <python package> <version> <hash> <folder in it>
#                        [PATCH <function to call with the new folder>])
#
# Sets <out_var> to the folder. The cache variable Turnstile_<name>_URL replaces <url> by a mirror of the same archive.
function(turnstile_fetch_source name out_var)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "URL;SHA256;PATCH" "DISTRIBUTION")
  list(POP_FRONT arg_DISTRIBUTION package version package_hash subdir)
  set(Turnstile_${name}_URL "${arg_URL}" CACHE STRING "Release archive of ${name}")
  mark_as_advanced(Turnstile_${name}_URL)

  string(TOLOWER ${name} lower_name)
  set(target "${PROJECT_BINARY_DIR}/_deps/${lower_name}-src")
  set(${out_var} "${target}" PARENT_SCOPE)
  if(EXISTS "${target}")
    return()
  endif()

  find_package(Python3 3.9 COMPONENTS Interpreter REQUIRED)
  file(MAKE_DIRECTORY "${Turnstile_DOWNLOAD_DIR}")
  cmake_path(GET arg_URL FILENAME archive)
  set(archive "${Turnstile_DOWNLOAD_DIR}/${lower_name}-${archive}")
  turnstile_download_archive("${Turnstile_${name}_URL}" "${archive}")
  turnstile_is_intact("${archive}" ${arg_SHA256} intact)
  if(intact)
    set(subdir "")
  else()
    turnstile_download_distribution(${package} ${version} "${Turnstile_DOWNLOAD_DIR}")
    set(archive "${Turnstile_DOWNLOAD_DIR}/${package}-${version}.tar.gz")
    turnstile_is_intact("${archive}" ${package_hash} intact)
  endif()
  if(NOT intact)
    message(FATAL_ERROR "${name} is not installed and could not be downloaded, neither as ${Turnstile_${name}_URL} nor "
                        "within the Python source distribution ${package}==${version}. Install it, or point "
                        "Turnstile_${name}_URL at a copy of the archive (file:// works)."
    )
  endif()
  turnstile_extract("${archive}" "${subdir}" "${target}.new")
  if(arg_PATCH)
    cmake_language(CALL ${arg_PATCH} "${target}.new")
  endif()
  file(RENAME "${target}.new" "${target}")
endfunction()
