#include "apps/lab/host_table.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_set>

#include "base/ascii.h"
#include "schedule/estimate/paper_estimate.h"

namespace curlew::apps {
namespace {

// A mean that does not say of how many downloads it is.
constexpr std::size_t kAssumedDownloads = 30;
constexpr double kLongestSeconds = 1e6;
constexpr std::uint64_t kMostDownloads = 1'000'000'000;

using Fields = std::vector<std::string_view>;

Fields split(std::string_view line) {
  Fields fields;
  while (true) {
    const std::size_t comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == line.npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

Error wrong_cell(std::string_view column, std::string_view what,
                 std::string_view value) {
  return {ErrorKind::kMalformed, fmt::format("{}: {}: '{:.60}'", column, what, value)};
}

Result<double> parse_seconds(std::string_view column, std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && value >= 0 && value <= kLongestSeconds) return value;
  return wrong_cell(column, "no number of seconds from 0 to a million", text);
}

Result<std::uint64_t> parse_count(std::string_view column, std::string_view text,
                                  std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && value <= most) return value;
  return wrong_cell(column, fmt::format("no number from 0 to {}", most), text);
}

// Where each column is.
struct Columns {
  std::size_t host, documents, download, delay;
  std::optional<std::size_t> deviation, downloads;
};

Result<Columns> find_columns(const Fields& heading) {
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < heading.size(); ++i) {
      if (heading[i] == name) return i;
    }
    return std::nullopt;
  };
  for (const char* name : {"host", "docs", "mean_download_s", "delay_s"}) {
    if (!find(name)) {
      return Error{ErrorKind::kMalformed, fmt::format("no column '{}'", name)};
    }
  }
  return Columns{*find("host"),    *find("docs"),       *find("mean_download_s"),
                 *find("delay_s"), find("deviation_s"), find("downloads")};
}

std::string_view optional_field(const Fields& fields,
                                std::optional<std::size_t> column) {
  return column ? fields[*column] : std::string_view();
}

Result<schedule::DownloadTimes> parse_downloads(const Fields& fields,
                                                const Columns& columns) {
  schedule::DownloadTimes times;
  if (fields[columns.download].empty()) return times;
  TRY_ASSIGN(const double mean,
             parse_seconds("mean_download_s", fields[columns.download]));
  times.mean = Seconds(mean);
  times.count = kAssumedDownloads;
  if (const auto text = optional_field(fields, columns.downloads); !text.empty()) {
    TRY_ASSIGN(times.count, parse_count("downloads", text, kMostDownloads));
  }
  if (const auto text = optional_field(fields, columns.deviation); !text.empty()) {
    TRY_ASSIGN(const double deviation, parse_seconds("deviation_s", text));
    times.deviation = Seconds(deviation);
  }
  return times;
}

Result<schedule::PlannedHost> parse_host(const Fields& fields, const Columns& columns) {
  schedule::PlannedHost host;
  TRY_ASSIGN(host.documents,
             parse_count("docs", fields[columns.documents], schedule::kMostDocuments));
  TRY_ASSIGN(host.downloads, parse_downloads(fields, columns));
  host.delay = schedule::kPaperDelay;
  if (const auto text = fields[columns.delay]; !text.empty()) {
    TRY_ASSIGN(const double delay, parse_seconds("delay_s", text));
    host.delay = Seconds(delay);
  }
  return host;
}

// Lines as they are asked for, with their numbers.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // Without empty ones.
  std::optional<std::string_view> next() {
    while (!rest_.empty()) {
      const std::string_view line = rest_.substr(0, rest_.find('\n'));
      rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
      ++number_;
      if (!trimmed(line).empty()) return line;
    }
    return std::nullopt;
  }
  std::string place(std::string_view name) const {
    return fmt::format("{}:{}", name, number_);
  }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

class Reader {
 public:
  Result<void> read_heading(std::string_view line) {
    const Fields heading = split(line);
    width_ = heading.size();
    TRY_ASSIGN(columns_, find_columns(heading));
    return {};
  }

  Result<schedule::PlannedHost> read_row(std::string_view line) {
    const Fields fields = split(line);
    if (fields.size() != width_) {
      return Error{ErrorKind::kMalformed, fmt::format("{} fields, not {}: {:.60}",
                                                      fields.size(), width_, line)};
    }
    const std::string_view name = fields[columns_.host];
    if (name.empty()) return wrong_cell("host", "has no name", line);
    if (!names_.emplace(name).second) return wrong_cell("host", "is there twice", name);
    return parse_host(fields, columns_);
  }

 private:
  std::size_t width_ = 0;
  Columns columns_{};
  std::unordered_set<std::string_view> names_;
};

}  // namespace

Result<std::vector<schedule::PlannedHost>> parse_host_table(std::string_view csv,
                                                            std::string_view name) {
  if (csv.starts_with("\xEF\xBB\xBF")) csv.remove_prefix(3);
  Lines lines(csv);
  const auto heading = lines.next();
  if (!heading) {
    return Error{ErrorKind::kMalformed, fmt::format("{}: is empty", name)};
  }
  Reader reader;
  if (auto read = reader.read_heading(*heading); !read.ok()) {
    return std::move(read).error().within(lines.place(name));
  }
  std::vector<schedule::PlannedHost> hosts;
  while (const auto line = lines.next()) {
    auto host = reader.read_row(*line);
    if (!host.ok()) return std::move(host).error().within(lines.place(name));
    host->owner = static_cast<std::uint32_t>(hosts.size());
    hosts.push_back(std::move(*host));
  }
  return hosts;
}

}  // namespace curlew::apps
