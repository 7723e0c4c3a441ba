#include "apps/cli/cli.h"

int main(int argc, char** argv) { return curlew::apps::run_command_line(argc, argv); }
