#include "sim/replay/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "sim/replay/line_file.h"

namespace curlew::sim {
namespace {

constexpr std::size_t kMostSources = 20'000'000;
constexpr std::size_t kMostEvents = 200'000'000;
// Years 1970 to 2200: whatever is outside is a mistake, and no sum of times can
// overflow within.
constexpr std::int64_t kLatest = 7'258'118'400;

std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::pair<std::string_view, std::string_view> split(std::string_view line) {
  const std::size_t comma = line.find(',');
  if (comma == line.npos) return {line, {}};
  return {line.substr(0, comma), line.substr(comma + 1)};
}

// A name that holds a comma or a quote is quoted (RFC 4180); it never spans lines.
std::string unquoted(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"')) {
    return std::string(text);
  }
  std::string name;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    name += text[i];
    if (text[i] == '"' && text[i + 1] == '"') ++i;
  }
  return name;
}

class Reader {
 public:
  Result<void> read_events(const std::string& path);
  Result<void> read_names(const std::string& path);
  Trace finish();

 private:
  Result<TracedSource*> source_of(const LineFile& file, std::string_view id);

  std::vector<TracedSource> sources_;
  std::unordered_map<std::int64_t, std::size_t> places_;
  std::size_t events_ = 0;
};

Result<void> expect_header(LineFile& file, std::string_view header) {
  TRY_ASSIGN(const bool has_line, file.next());
  if (!has_line || file.line() != header) {
    return file.error(ErrorKind::kMalformed,
                      fmt::format("'{}' instead of the header '{}'",
                                  file.line().substr(0, 60), header));
  }
  return {};
}

Result<TracedSource*> Reader::source_of(const LineFile& file, std::string_view id) {
  const auto number = parse_number(id);
  if (!number) {
    return file.error(ErrorKind::kMalformed,
                      fmt::format("'{}' is no source id", id.substr(0, 60)));
  }
  const auto [place, is_new] = places_.try_emplace(*number, sources_.size());
  if (is_new) sources_.push_back({*number, {}, {}});
  if (sources_.size() > kMostSources) {
    return file.error(ErrorKind::kLimit, "too many sources");
  }
  return &sources_[place->second];
}

Result<void> Reader::read_events(const std::string& path) {
  TRY_ASSIGN(LineFile file, LineFile::open(path));
  TRY(expect_header(file, "source_id,unix_time"));
  while (true) {
    TRY_ASSIGN(const bool has_line, file.next());
    if (!has_line) return {};
    const auto [id, seconds] = split(file.line());
    TRY_ASSIGN(TracedSource * source, source_of(file, id));
    const auto time = parse_number(seconds);
    if (!time || *time < 0 || *time > kLatest) {
      return file.error(ErrorKind::kMalformed,
                        fmt::format("'{}' is no unix time", seconds.substr(0, 60)));
    }
    source->events.push_back(from_unix_seconds(*time));
    if (++events_ > kMostEvents) {
      return file.error(ErrorKind::kLimit, "too many events");
    }
  }
}

Result<void> Reader::read_names(const std::string& path) {
  TRY_ASSIGN(LineFile file, LineFile::open(path));
  TRY(expect_header(file, "source_id,name"));
  while (true) {
    TRY_ASSIGN(const bool has_line, file.next());
    if (!has_line) return {};
    const auto [id, name] = split(file.line());
    TRY_ASSIGN(TracedSource * source, source_of(file, id));
    source->name = unquoted(name);
  }
}

Trace Reader::finish() {
  Trace trace;
  trace.sources = std::move(sources_);
  std::ranges::sort(trace.sources, {}, &TracedSource::id);
  Time first = Time::max(), last = Time::min();
  for (TracedSource& source : trace.sources) {
    std::ranges::sort(source.events);
    if (source.events.empty()) continue;
    first = std::min(first, source.events.front());
    last = std::max(last, source.events.back());
  }
  if (events_ == 0) return trace;
  trace.begin = std::chrono::floor<std::chrono::days>(first);
  trace.end = std::chrono::floor<std::chrono::days>(last) + std::chrono::days(1);
  return trace;
}

}  // namespace

std::string names_file_of(std::string_view path) {
  for (const std::string_view ending : {".gz", ".csv"}) {
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  }
  return std::string(path) + "_sources.csv";
}

Result<Trace> read_trace(const std::string& path) {
  Reader reader;
  TRY(reader.read_events(path));
  const std::string names = names_file_of(path);
  std::error_code error;
  if (std::filesystem::exists(names, error)) TRY(reader.read_names(names));
  Trace trace = reader.finish();
  if (trace.begin == trace.end) {
    return Error{ErrorKind::kMalformed, path + ": holds no event"};
  }
  return trace;
}

}  // namespace curlew::sim
