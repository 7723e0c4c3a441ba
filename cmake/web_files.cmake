# add_web_files(<target>): the page of web/ as a source of <target>. Node and npm are needed
# when something below web/ has changed, else not.
function(add_web_files target)
  set(web ${CMAKE_SOURCE_DIR}/web)
  set(files ${CMAKE_BINARY_DIR}/web/web_files.cc)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/*)
  add_custom_command(
    OUTPUT ${files}
    COMMAND ${web}/build ${files}
    DEPENDS ${sources} ${web}/build ${web}/build.mjs ${web}/package.json
            ${web}/package-lock.json
    COMMENT "Building the page (web/)"
    VERBATIM)
  # Megabytes of one literal, for which no header is worth reading.
  set_source_files_properties(${files} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                              SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${files})
endfunction()
