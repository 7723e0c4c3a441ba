#include "detect/page/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <map>
#include <memory>
#include <optional>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/lab/page_file.h"
#include "detect/diff/view.h"
#include "detect/page/thesis.h"
#include "parse/html/page.h"
#include "pipeline/page_tree.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;

// One version of a page, read once, though it is compared with both neighbours.
struct Version {
  // Its time, where the file's name is one.
  std::string name;
  dom::Document document;
  parse::PageCut cut = parse::PageCut::kNone;
  detect::PageBlocks blocks;
};

// What a page's earlier versions taught.
struct Learned {
  detect::PageNotes notes;
  detect::ThesisNotes thesis;
};

std::optional<std::int64_t> unix_time_of(const std::string& name) {
  std::int64_t time = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), time);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return time;
}

// A number where it is one, so that rows can be joined by time.
json::value time_of(const std::string& name) {
  const auto time = unix_time_of(name);
  return time ? json::value(*time) : json::value(name);
}

// As far as its file's name tells when it was fetched. Smaller numbers count versions.
detect::PageVersion to_page_version(const Version& version) {
  constexpr std::int64_t kFirst = 100'000'000;
  constexpr std::int64_t kLast = 100'000'000'000;
  detect::PageVersion page{version.document, version.blocks};
  const auto time = unix_time_of(version.name);
  if (time && *time >= kFirst && *time < kLast) page.fetched = from_unix_seconds(*time);
  return page;
}

json::object to_json(const detect::Part& part) {
  json::object row{
      {"path", part.path}, {"fate", to_string(part.fate)}, {"main", part.is_main}};
  if (part.noise != detect::Noise::kNone) row["noise"] = to_string(part.noise);
  if (!part.heading.empty()) row["heading"] = part.heading;
  row["old"] = part.before;
  row["new"] = part.after;
  return row;
}

void add_change(const detect::Change& change, json::object& row) {
  using detect::Kind;
  row["changed"] = change.changed;
  row["structural"] = change.kinds.has(Kind::kStructure);
  row["textual"] = change.kinds.has(Kind::kText) || change.kinds.has(Kind::kData);
  row["main"] = change.kinds.has(Kind::kMainText);
  row["noise"] = change.has_noise;
  json::array kinds;
  for (int i = 0; i < model::kChangeKinds; ++i)
    if (change.kinds.has(Kind(i))) kinds.emplace_back(to_string(Kind(i)));
  row["kinds"] = std::move(kinds);
  row["score"] = change.score;
  json::array parts;
  for (const detect::Part& part : change.parts) parts.push_back(to_json(part));
  row["parts"] = std::move(parts);
  row["summary"] = change.summary;
}

// The thesis knows neither main text nor noise.
void add_change(const detect::ThesisChange& change, const detect::ThesisNotes& notes,
                json::object& row) {
  row["changed"] = change.is_structural || change.is_textual;
  row["structural"] = change.is_structural;
  row["textual"] = change.is_textual;
  row["main"] = nullptr;
  row["noise"] = nullptr;
  row["structural_counter"] = notes.structural;
  row["textual_counter"] = notes.textual;
  json::array parts;
  for (const detect::ThesisPart& part : change.parts)
    parts.push_back({{"path", part.path}, {"old", part.before}, {"new", part.after}});
  row["parts"] = std::move(parts);
  row["summary"] = change.is_structural ? "structural change"
                   : change.is_textual  ? "textual change"
                                        : "no change";
}

// A page that was cut by the bounds of reading: what lies beyond them may have changed,
// and so it counts as changed, as with a page that is watched.
void add_not_compared(parse::PageCut cut, json::object& row) {
  row["changed"] = true;
  for (const char* unknown : {"structural", "textual", "main", "noise"})
    row[unknown] = nullptr;
  row["compared"] = false;
  row["parts"] = json::array();
  row["summary"] = fmt::format("changed, but not compared: {}", pipeline::why_cut(cut));
}

class DetectBench {
 public:
  DetectBench(const LabDetectOptions& options, detect::Rules rules, std::FILE* out)
      : options_(options), rules_(std::move(rules)), out_(out) {}

  Result<std::unique_ptr<Version>> read(const std::filesystem::path& path) {
    TRY_ASSIGN(const std::string bytes, read_page_file(path));
    bytes_ += bytes.size();
    auto version = std::make_unique<Version>();
    version->name = id_of_page_file(path);
    version->cut = parse::parse_html_page(bytes, "", version->document).cut;
    if (options_.mode != "thesis" || !options_.diff.empty())
      version->blocks = rules_.read(version->document);
    return version;
  }

  void compare(const std::string& page, const Version& old, const Version& now,
               Learned& learned) {
    json::object row{
        {"page", page}, {"t0", time_of(old.name)}, {"t1", time_of(now.name)}};
    if (const auto cut = now.cut != parse::PageCut::kNone ? now.cut : old.cut;
        cut != parse::PageCut::kNone) {
      add_not_compared(cut, row);
    } else if (options_.mode == "thesis") {
      const detect::ThesisChange change =
          detect::detect_as_in_thesis(old.document, now.document, learned.thesis);
      add_change(change, learned.thesis, row);
    } else {
      detect::Detection found = detect::detect_change(
          to_page_version(old), to_page_version(now), learned.notes, rules_);
      learned.notes = std::move(found.notes);
      add_change(found.change, row);
    }
    print_row(row, out_);
    ++pairs_;
  }

  void print_diff(const Version& old, const Version& now) const {
    std::vector<bool> noise;
    if (options_.mode != "thesis") {
      noise =
          detect::find_noise(to_page_version(old), to_page_version(now), {}, rules_);
    }
    const detect::PageView view(
        old.blocks, now.blocks,
        {.old_name = options_.old,
         .new_name = options_.now,
         .title = now.blocks.title,
         .noise = std::move(noise),
         .markup = detect::compare_markup({old.document, old.blocks},
                                          {now.document, now.blocks})});
    fmt::print(out_, "{}",
               options_.diff == "html"   ? view.to_html()
               : options_.diff == "json" ? view.to_json() + "\n"
                                         : view.to_unified());
  }

  // All versions in a folder, in the order of their times.
  Result<void> run_page(const std::filesystem::path& folder) {
    TRY_ASSIGN(std::vector<std::filesystem::path> files,
               page_files_in(folder.string()));
    std::ranges::stable_sort(files, {}, [](const std::filesystem::path& path) {
      const std::string name = id_of_page_file(path);
      return std::pair(name.size(), name);
    });
    Learned learned;
    std::unique_ptr<Version> old;
    for (const auto& file : files) {
      TRY_ASSIGN(std::unique_ptr<Version> now, read(file));
      if (old) compare(folder.filename().string(), *old, *now, learned);
      old = std::move(now);
    }
    return {};
  }

  void print_summary() const {
    const double seconds = std::max(double(std::clock()) / CLOCKS_PER_SEC, 1e-9);
    fmt::print(stderr, "{}: {} pairs, {:.1f} MB in {:.3f} CPU-s, {:.0f} pairs/CPU-s\n",
               options_.batch, pairs_, double(bytes_) / 1e6, seconds,
               double(pairs_) / seconds);
  }

 private:
  const LabDetectOptions& options_;
  const detect::Rules rules_;
  std::FILE* out_;
  std::size_t pairs_ = 0;
  std::size_t bytes_ = 0;
};

Result<std::vector<std::filesystem::path>> folders_in(const std::string& folder) {
  std::vector<std::filesystem::path> folders;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.is_directory()) folders.push_back(entry.path());
  if (error)
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: cannot be read: {}", folder, error.message())};
  std::ranges::sort(folders);
  return folders;
}

}  // namespace

Result<void> lab_detect(const LabDetectOptions& options, std::FILE* out) {
  TRY_ASSIGN(detect::Rules rules,
             detect::make_rules({.watch = options.watch,
                                 .ignore = options.ignore,
                                 .ignore_text = options.ignore_text,
                                 .minimum_size = options.minimum}));
  DetectBench bench(options, std::move(rules), out);
  if (options.batch.empty()) {
    TRY_ASSIGN(const auto old, bench.read(options.old));
    TRY_ASSIGN(const auto now, bench.read(options.now));
    if (!options.diff.empty()) {
      bench.print_diff(*old, *now);
      return {};
    }
    Learned learned;
    bench.compare(options.now, *old, *now, learned);
    return {};
  }
  TRY_ASSIGN(const auto folders, folders_in(options.batch));
  // One that cannot be read costs its own rows alone.
  for (const auto& folder : folders)
    if (const Result<void> done = bench.run_page(folder); !done)
      fmt::print(stderr, "{}\n", done.error().text);
  bench.print_summary();
  return {};
}

}  // namespace curlew::apps
