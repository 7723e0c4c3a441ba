#include "pipeline/contexts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pipeline/kept_part.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {
namespace {

// So long a record serves further versions. Then the context is kept again, as a
// revisit of a few bytes: what was kept longer ago may go with the versions that it was
// kept for, when the archive is thinned.
constexpr Milliseconds kReusedFor = std::chrono::hours(1);

// The digest and the address of each line.
template <typename Visit>
void each_line(std::string_view lines, Visit visit) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const std::size_t space = std::min(line.find(' '), line.size());
    visit(line.substr(0, space),
          std::string(line.substr(std::min(space + 1, line.size()))));
  }
}

}  // namespace

FetchedContext::FetchedContext(std::string url, archive::Capture capture)
    : url_(std::move(url)),
      capture_(std::move(capture)),
      digest_(digest_of(capture_.body)) {}

Result<model::KeptAt> FetchedContext::keep(VersionShelf& shelf, Time now) const {
  const std::lock_guard lock(mutex_);
  const bool is_fresh = kept_ && now >= kept_at_ && now - kept_at_ <= kReusedFor &&
                        shelf.is_there(*kept_);
  if (!is_fresh) {
    TRY_ASSIGN(kept_, shelf.keep(capture_));
    kept_at_ = now;
  }
  return kept_->place;
}

std::string to_lines(const UsedContexts& contexts) {
  std::string lines;
  for (const auto& context : contexts) {
    lines += fmt::format("{} {}\n", context->digest(), context->url());
  }
  return lines;
}

std::vector<std::string> context_addresses(std::string_view lines) {
  std::vector<std::string> addresses;
  each_line(lines, [&](std::string_view, std::string url) {
    addresses.push_back(std::move(url));
  });
  return addresses;
}

bool has_new_context(std::string_view lines, const ContextAnswers& now) {
  bool is_new = false;
  each_line(lines, [&](std::string_view digest, const std::string& url) {
    const auto found = now.find(url);
    is_new |= found != now.end() && found->second.context &&
              found->second.context->digest() != digest;
  });
  return is_new;
}

Result<ContextTexts> kept_contexts(const archive::Content& version,
                                   const model::KeptAt& place, const ReadKept& read) {
  ContextTexts texts;
  for (const auto& [name, value] : version.facts) {
    if (name != kContextFact) continue;
    const auto kept = parse_fact(value, place.terminal);
    if (!kept) {
      return Error{ErrorKind::kCorrupt, fmt::format("{}: '{}'", kContextFact, value)};
    }
    auto context = read(kept->place);
    if (!context.ok()) {
      return std::move(context).error().within(
          fmt::format("its context {}", kept->name));
    }
    texts.emplace(kept->name, std::move(context->body));
  }
  return texts;
}

Result<parse::Data> read_kept_data(const archive::Content& version,
                                   std::string_view type, const ContextTexts& texts) {
  parse::RdfOptions options;
  options.base = document_url(version.url);
  options.load_context = [&](const std::string& url) -> Result<std::string> {
    const auto found = texts.find(url);
    if (found != texts.end()) return found->second;
    return Error{ErrorKind::kNotFound,
                 fmt::format("the context {} was not kept with this version", url)};
  };
  return parse::read_data(version.body, type, options);
}

Result<void> keep_contexts(const UsedContexts& contexts, VersionShelf& shelf,
                           archive::Capture& version) {
  for (const auto& context : contexts) {
    TRY_ASSIGN(const model::KeptAt place, context->keep(shelf, version.time));
    version.facts.emplace_back(kContextFact, to_fact({place, context->url()}));
  }
  return {};
}

}  // namespace curlew::pipeline
