// The commands on topics.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

// As typed; what is empty or absent was not.
struct TopicOptions {
  std::string name;
  // Of an edit.
  std::optional<std::string> new_name;
  // Instead of examples: one of the shipped topics, or "all" of them, under their own
  // names unless one is given.
  std::string ready;
  // Addresses, files, and folders of files.
  std::vector<std::string> examples;
  // Of an edit: in place of those that it has.
  bool only_these = false;
  // Where "none" stands alone, those that it has go.
  std::vector<std::string> seeds;
  std::vector<std::string> also_domains;
  std::vector<std::string> excludes;
  std::string method;
  std::string order;
  std::optional<std::uint32_t> terms;
  std::optional<double> passed_over;
  // A number, or "learned".
  std::string threshold;
  std::optional<std::uint32_t> pages_a_phase;
  std::optional<std::uint32_t> pages_a_site;
  std::optional<std::uint32_t> depth;
  std::string folder;
  // Whose it is alone; empty: everybody's.
  std::string user;
  std::optional<bool> shared;
  bool json = false;
};
Result<void> add_topic(const Context& context, const TopicOptions& options);
Result<void> edit_topic(const Context& context, const TopicOptions& options);

struct TopicPreviewOptions {
  // Of one that is there; else `topic.examples`, of one that is not yet.
  TopicOptions topic;
  // How many are shown.
  std::size_t number = 20;
};
Result<void> preview_topic(const Context& context, const TopicPreviewOptions& options);

struct TopicTargets {
  std::vector<std::string> names;
  // What this one sees; empty: all.
  std::string user;
  bool json = false;
};
Result<void> list_topics(const Context& context, const TopicTargets& options);
Result<void> show_topics(const Context& context, const TopicTargets& options);
Result<void> remove_topics(const Context& context, const TopicTargets& options);
Result<void> pause_topics(const Context& context, const TopicTargets& options);
Result<void> resume_topics(const Context& context, const TopicTargets& options);

struct TopicLogOptions {
  std::string name;
  std::string user;
  std::size_t number = 50;
  bool json = false;
};
Result<void> show_topic_log(const Context& context, const TopicLogOptions& options);

struct TopicFileOptions {
  // To write: these; none: all.
  std::vector<std::string> names;
  std::string user;
  // "-" and, to write, empty: standard input or output.
  std::string file;
  bool json = false;
};
Result<void> export_topics(const Context& context, const TopicFileOptions& options);
Result<void> import_topics(const Context& context, const TopicFileOptions& options);

}  // namespace curlew::apps
