// The command line of the one program, `curlew`: which commands there are, what they
// take, and what their exit codes mean. docs/cli.md is made from it.

#pragma once

#include "apps/cli/command_doc.h"

namespace curlew::apps {

// Runs one command. Returns the exit code: 0 good, 1 failed, 2 wrong usage or
// configuration; with 1 and 2, one line on stderr says why.
int run_command_line(int argc, const char* const* argv);

// The same commands as data: completion, manual and reference page are made from it, so
// that they cannot tell another story than the parser.
CommandDoc describe_command_line();

}  // namespace curlew::apps
