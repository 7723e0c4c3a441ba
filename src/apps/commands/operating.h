// The commands for whoever runs the machine: how late articles are and what more visits
// would buy, how the machine goes, how hosts were treated, what is kept, what is wrong
// and cures it.

#pragma once

#include <cstddef>
#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct DelayOptions {
  int days = 7;
  // What this one sees; empty: all.
  std::string user;
  bool json = false;
};
Result<void> show_delay(const Context& context, const DelayOptions& options);

struct OperationOptions {
  bool json = false;
};
Result<void> show_operation(const Context& context, const OperationOptions& options);

struct CourtesyOptions {
  // A part of the host's name; empty: any.
  std::string host;
  std::size_t number = 20;
  bool json = false;
};
Result<void> show_courtesy(const Context& context, const CourtesyOptions& options);

struct KeepOptions {
  // "30d", or "all"; empty: as it is.
  std::string articles_for;
  std::string articles;
  std::string pages_for;
  std::string pages;
  bool is_as_configured = false;
  bool json = false;
};
// Changes what is kept where something is given, and shows it.
Result<void> show_keeping(const Context& context, const KeepOptions& options);

struct ProblemsOptions {
  std::string user;
  bool json = false;
};
Result<void> list_problems(const Context& context, const ProblemsOptions& options);

}  // namespace curlew::apps
