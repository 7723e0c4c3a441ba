// `curlew lab`: one stage by itself, on files, without a database. Each function prints
// one JSON object a line to `out` and, in its batch form, a summary with throughput to
// stderr. The forms are those of the command reference, docs/cli.md.

#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "base/result.h"

namespace curlew::apps {

struct LabFeedOptions {
  std::vector<std::string> files;
  std::string url;
  std::string content_type;
  std::string batch;  // A folder with files/ and maybe expected.jsonl.
};
Result<void> lab_feed(const LabFeedOptions& options, std::FILE* out);

struct LabRobotsOptions {
  std::string agent;
  std::string robots;  // A robots.txt file.
  std::vector<std::string> urls;
  std::string batch;  // A .jsonl of cases.
};
Result<void> lab_robots(const LabRobotsOptions& options, std::FILE* out);

struct LabUrlOptions {
  std::string base;
  std::vector<std::string> inputs;
  std::string batch;
};
Result<void> lab_url(const LabUrlOptions& options, std::FILE* out);

struct LabDateOptions {
  std::vector<std::string> inputs;
  std::string batch;
};
Result<void> lab_date(const LabDateOptions& options, std::FILE* out);

}  // namespace curlew::apps
