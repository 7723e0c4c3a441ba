#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "apps/lab/crawl_site.h"
#include "apps/lab/page_file.h"
#include "apps/whole_file.h"
#include "base/fingerprint.h"
#include "dom/text.h"
#include "extract/page.h"
#include "parse/html/page.h"
#include "text/language_detector.h"
#include "url/url.h"

namespace curlew::apps {
namespace {

namespace fs = std::filesystem;

// One page in so many of a topic is learned from, and not crawled.
constexpr std::size_t kExampleEvery = 3;

struct RecordedVersion {
  Time time;
  fs::path file;
};

struct RecordedPage {
  std::string address;
  // The number of topics stands for none.
  std::uint32_t topic = 0;
  std::uint32_t host = 0;
  // By time; none for the page that stands for a host.
  std::vector<RecordedVersion> versions;
};

struct SiteRow {
  std::string page;
  std::string topic;
  std::string url;
  std::string seed;
};

// Fields without quotes: names of folders and addresses need none.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  while (true) {
    const std::size_t comma = line.find(',');
    fields.emplace_back(line.substr(0, comma));
    if (comma == line.npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

Result<std::vector<SiteRow>> read_site_rows(const fs::path& file) {
  TRY_ASSIGN(const std::string text, read_whole_file(file.string()));
  std::vector<SiteRow> rows;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 1) {
      if (line == "page,topic,url,seed") continue;
      return Error{
          ErrorKind::kMalformed,
          fmt::format("{}: the first line is not page,topic,url,seed", file.string())};
    }
    if (line.empty()) continue;
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != 4)
      return Error{ErrorKind::kMalformed,
                   fmt::format("{}:{}: {} fields instead of 4", file.string(), number,
                               fields.size())};
    rows.push_back({fields[0], fields[1], fields[2], fields[3]});
  }
  return rows;
}

Result<std::vector<RecordedVersion>> versions_in(const fs::path& folder) {
  TRY_ASSIGN(const std::vector<fs::path> files, page_files_in(folder.string()));
  std::vector<RecordedVersion> versions;
  for (const fs::path& file : files) {
    const std::string name = id_of_page_file(file);
    std::int64_t seconds = 0;
    const auto [end, error] =
        std::from_chars(name.data(), name.data() + name.size(), seconds);
    if (error != std::errc() || end != name.data() + name.size())
      return Error{ErrorKind::kMalformed,
                   fmt::format("{}: its name is not a unix time", file.string())};
    versions.push_back({from_unix_seconds(seconds), file});
  }
  std::ranges::sort(versions, {}, &RecordedVersion::time);
  if (versions.empty())
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no version of the page is there", folder.string())};
  return versions;
}

class RecordedSite final : public CrawlSite {
 public:
  Result<void> read(const fs::path& folder) {
    TRY_ASSIGN(const std::vector<SiteRow> rows, read_site_rows(folder / "site.csv"));
    name_topics(rows);
    if (topics_.empty())
      return Error{ErrorKind::kMalformed, fmt::format("{}: no page has a topic",
                                                      (folder / "site.csv").string())};
    seeds_.resize(topics_.size());
    std::map<std::uint32_t, std::size_t> seen;
    for (const SiteRow& row : rows) {
      TRY_ASSIGN(RecordedPage page, read_page(folder, row));
      const bool is_example =
          seen[page.topic]++ % kExampleEvery == 0 && row.seed.empty();
      if (is_example) {
        TRY_ASSIGN(Example example, read_example(page));
        examples_.push_back(std::move(example));
      } else {
        add_page(std::move(page), row.seed);
      }
    }
    if (std::ranges::all_of(seeds_, &std::vector<Page>::empty)) add_front_pages();
    set_span();
    return {};
  }

  std::span<const std::string> topics() const override { return topics_; }
  std::vector<Example> examples() const override { return examples_; }
  std::vector<Page> seeds(std::uint32_t topic) const override { return seeds_[topic]; }
  Time begin() const override { return begin_; }
  Time end() const override { return end_; }

  Page page_count() const override { return Page(pages_.size()); }
  std::string address(Page page) const override { return pages_[page].address; }
  std::uint32_t host(Page page) const override { return pages_[page].host; }
  std::string host_name(std::uint32_t host) const override { return hosts_[host]; }

  // Before its first version a page is what that was.
  std::uint32_t version(Page page, Time time) const override {
    const auto& versions = pages_[page].versions;
    const auto behind =
        std::ranges::upper_bound(versions, time, {}, &RecordedVersion::time);
    return std::uint32_t(std::max<std::ptrdiff_t>(behind - versions.begin(), 1) - 1);
  }

  Text text(Page page, std::uint32_t version) override {
    if (pages_[page].versions.empty()) return {hosts_[pages_[page].host], "", {}};
    return text_of_page(document_of(page, version), pages_[page].address);
  }

  std::vector<Link> links(Page page, std::uint32_t version) override {
    std::vector<Link> links;
    if (pages_[page].versions.empty()) {
      for (Page other = 0; other < pages_.size(); ++other) {
        if (other == page || pages_[other].host != pages_[page].host) continue;
        links.push_back({other, anchor_number(words_of_address(pages_[other].address)),
                         frontier::LinkArea::kHub});
      }
      return links;
    }
    const dom::Document& document = document_of(page, version);
    const auto base = url::parse_url(pages_[page].address);
    if (!base || document.empty()) return links;
    for (const dom::Node node : document.root().subtree()) {
      if (node.tag() != dom::Tag::kA) continue;
      const auto target =
          url::parse_url(node.attribute(dom::AttributeName::kHref), &*base);
      if (!target) continue;
      const auto found = by_address_.find(std::string(target->without_fragment()));
      if (found != by_address_.end() && found->second != page)
        links.push_back({found->second, anchor_number(dom::text_of(node))});
    }
    return links;
  }

  std::string anchor_text(std::uint64_t anchor) const override {
    return anchors_[anchor];
  }

  // The same question is asked for every order that visits the page as often, so that
  // answers are kept.
  Change compare(Page page, std::uint32_t before, std::uint32_t now,
                 detect::ThesisNotes& notes) override {
    if (pages_[page].versions.empty()) return {};
    const std::string key =
        fmt::format("{} {} {} {}", page, before, now, to_bytes(notes));
    const auto found = comparisons_.find(key);
    if (found != comparisons_.end()) {
      notes = found->second.notes;
      return found->second.change;
    }
    dom::Document old;
    parse_version(page, before, old);
    const detect::ThesisChange change =
        detect::detect_as_in_thesis(old, document_of(page, now), notes);
    const Change answer{change.is_structural, change.is_textual};
    comparisons_.emplace(key, Compared{answer, notes});
    return answer;
  }

  std::optional<std::uint32_t> topic(Page page, std::uint32_t) const override {
    const std::uint32_t topic = pages_[page].topic;
    if (topic == topics_.size()) return std::nullopt;
    return topic;
  }
  Page original(Page page) const override { return page; }

 private:
  struct Compared {
    Change change;
    detect::ThesisNotes notes;
  };

  void name_topics(const std::vector<SiteRow>& rows) {
    std::set<std::string> names;
    for (const SiteRow& row : rows) {
      if (!row.topic.empty()) names.insert(row.topic);
    }
    topics_.assign(names.begin(), names.end());
  }

  std::uint32_t topic_number(const std::string& name) const {
    return std::uint32_t(std::ranges::find(topics_, name) - topics_.begin());
  }

  Result<RecordedPage> read_page(const fs::path& folder, const SiteRow& row) {
    RecordedPage page{.address = row.url, .topic = topic_number(row.topic)};
    TRY_ASSIGN(const url::Url url, url::parse_url(row.url));
    page.address = std::string(url.without_fragment());
    page.host = host_number(std::string(url.host()));
    TRY_ASSIGN(page.versions, versions_in(folder / row.page));
    return page;
  }

  std::uint32_t host_number(const std::string& name) {
    const auto found = std::ranges::find(hosts_, name);
    if (found != hosts_.end()) return std::uint32_t(found - hosts_.begin());
    hosts_.push_back(name);
    return std::uint32_t(hosts_.size() - 1);
  }

  Result<Example> read_example(const RecordedPage& page) {
    TRY_ASSIGN(const std::string bytes, read_page_file(page.versions.front().file));
    dom::Document document;
    parse::parse_html_page(bytes, "", document);
    return Example{text_of_page(document, page.address), page.topic};
  }

  void add_page(RecordedPage page, const std::string& seed) {
    const Page number = Page(pages_.size());
    by_address_.emplace(page.address, number);
    pages_.push_back(std::move(page));
    const std::uint32_t topic = topic_number(seed);
    if (!seed.empty() && topic < topics_.size()) seeds_[topic].push_back(number);
  }

  // Somewhere a crawl must begin: at a page that links to all others of its host. A
  // page is the seed of one topic only, so every topic gets its own.
  void add_front_pages() {
    for (std::uint32_t topic = 0; topic < topics_.size(); ++topic) {
      for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
        seeds_[topic].push_back(Page(pages_.size()));
        pages_.push_back(
            {.address = fmt::format("https://{}/#{}", hosts_[host], topics_[topic]),
             .topic = std::uint32_t(topics_.size()),
             .host = host});
      }
    }
  }

  // From when half of the pages are there until the last version.
  void set_span() {
    std::vector<Time> firsts;
    for (const RecordedPage& page : pages_) {
      if (page.versions.empty()) continue;
      firsts.push_back(page.versions.front().time);
      end_ = std::max(end_, page.versions.back().time + std::chrono::seconds(1));
    }
    if (firsts.empty()) return;
    const auto middle = firsts.begin() + std::ptrdiff_t(firsts.size() / 2);
    std::nth_element(firsts.begin(), middle, firsts.end());
    begin_ = *middle;
  }

  // A file that has gone since the beginning reads as an empty page.
  void parse_version(Page page, std::uint32_t version, dom::Document& document) const {
    const auto bytes = read_page_file(pages_[page].versions[version].file);
    parse::parse_html_page(bytes ? std::string_view(*bytes) : std::string_view(), "",
                           document);
  }

  // Valid until the next call: text, links and changes of a page are asked for in a
  // row.
  const dom::Document& document_of(Page page, std::uint32_t version) {
    if (page != parsed_page_ || version != parsed_version_) {
      parse_version(page, version, parsed_);
      parsed_page_ = page;
      parsed_version_ = version;
    }
    return parsed_;
  }

  Text text_of_page(const dom::Document& document, const std::string& address) {
    extract::PageContent content = reader_.read(document, {.url = address});
    Text text{std::move(content.title), std::move(content.body),
              text::Language::kUnknown};
    // Pages without an article are read whole.
    if (text.text.empty() && !document.empty())
      text.text = dom::text_of(document.root());
    text.language = text::detect_language(text.title + "\n" + text.text).language;
    return text;
  }

  static std::string words_of_address(std::string_view address) {
    std::string words(address.substr(address.rfind('/') + 1));
    std::ranges::replace_if(
        words, [](char c) { return c == '_' || c == '-'; }, ' ');
    return words;
  }

  std::uint64_t anchor_number(std::string words) {
    const auto [at, is_new] = anchor_numbers_.try_emplace(words, anchors_.size());
    if (is_new) anchors_.push_back(std::move(words));
    return at->second;
  }

  std::vector<std::string> topics_;
  std::vector<std::string> hosts_;
  std::vector<RecordedPage> pages_;
  std::unordered_map<std::string, Page> by_address_;
  std::vector<Example> examples_;
  std::vector<std::vector<Page>> seeds_;
  Time begin_{};
  Time end_{};
  std::unordered_map<std::string, std::uint64_t> anchor_numbers_;
  std::vector<std::string> anchors_;
  std::unordered_map<std::string, Compared> comparisons_;
  extract::PageReader reader_;
  dom::Document parsed_;
  Page parsed_page_ = ~Page{0};
  std::uint32_t parsed_version_ = 0;
};

}  // namespace

Result<std::unique_ptr<CrawlSite>> read_recorded_site(const std::string& folder) {
  auto site = std::make_unique<RecordedSite>();
  TRY(site->read(folder));
  return std::unique_ptr<CrawlSite>(std::move(site));
}

}  // namespace curlew::apps
