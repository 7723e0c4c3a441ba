// What `lab crawl` crawls: pages with versions, links and a known truth. The synthetic
// web and a recorded site are such.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "classify/topic_words.h"
#include "detect/page/thesis.h"
#include "frontier/crawl_page.h"
#include "sim/topics/topical_web.h"

namespace curlew::apps {

class CrawlSite {
 public:
  using Page = std::uint32_t;

  struct Link {
    Page target = 0;
    // A number for its words: equal ones have equal words.
    std::uint64_t anchor = 0;
    frontier::LinkArea area = frontier::LinkArea::kInformational;
  };
  struct Text {
    std::string title;
    std::string text;
    text::Language language = text::Language::kUnknown;
  };
  struct Example {
    Text text;
    // The number of topics stands for what is not looked for.
    std::uint32_t topic = 0;
  };
  struct Change {
    bool is_structural = false;
    bool is_textual = false;
    explicit operator bool() const { return is_structural || is_textual; }
  };

  virtual ~CrawlSite() = default;

  virtual std::span<const std::string> topics() const = 0;
  virtual std::vector<Example> examples() const = 0;
  virtual std::vector<Page> seeds(std::uint32_t topic) const = 0;
  // When it can be crawled.
  virtual Time begin() const = 0;
  virtual Time end() const = 0;

  virtual Page page_count() const = 0;
  virtual std::string address(Page page) const = 0;
  virtual std::uint32_t host(Page page) const = 0;
  virtual std::string host_name(std::uint32_t host) const = 0;

  // Numbers rise with time.
  virtual std::uint32_t version(Page page, Time time) const = 0;
  virtual Text text(Page page, std::uint32_t version) = 0;
  virtual std::vector<Link> links(Page page, std::uint32_t version) = 0;
  virtual std::string anchor_text(std::uint64_t anchor) const = 0;
  // As the thesis compares two versions; `notes` are of this page and this crawl.
  virtual Change compare(Page page, std::uint32_t before, std::uint32_t now,
                         detect::ThesisNotes& notes) = 0;

  // The truth. Nullopt: none of the topics.
  virtual std::optional<std::uint32_t> topic(Page page,
                                             std::uint32_t version) const = 0;
  // The page that it is a copy of, or itself.
  virtual Page original(Page page) const = 0;
};

// `trace`: when documents really changed; null: invented.
std::unique_ptr<CrawlSite> make_synthetic_site(const sim::TopicalWebOptions& options,
                                               const sim::Trace* trace);

// A folder with a folder for each page, which holds a <unix time>.html[.gz] for each
// version, and a site.csv:
//
//   page,topic,url,seed
//   Badoo_Privacy_Policy,privacy,https://badoo.example/privacy,
//
// `page` is a folder's name; `topic` is empty for pages of none; `seed` names the topic
// that is crawled from this page on. Without any seed there is a page for each host
// that links to all of its pages, and every topic starts from those. Every third page
// of a topic, and of none, is an example and not crawled.
Result<std::unique_ptr<CrawlSite>> read_recorded_site(const std::string& folder);

}  // namespace curlew::apps
