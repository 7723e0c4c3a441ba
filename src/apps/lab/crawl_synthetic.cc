#include <algorithm>

#include "apps/lab/crawl_site.h"

namespace curlew::apps {
namespace {

using sim::TopicalWeb;

constexpr Time kSyntheticBegin = from_unix_seconds(1'800'000'000);
constexpr std::size_t kSeedsOfTopic = 3;
constexpr std::uint32_t kExamplesOfTopic = 60, kExamplesOfOthers = 240;
constexpr std::uint64_t kAnchorKinds = 3;

class SyntheticSite final : public CrawlSite {
 public:
  SyntheticSite(const sim::TopicalWebOptions& options, const sim::Trace* trace)
      : web_(options, trace),
        topics_(TopicalWeb::topic_names().begin(), TopicalWeb::topic_names().end()) {}

  std::span<const std::string> topics() const override { return topics_; }

  std::vector<Example> examples() const override {
    std::vector<Example> examples;
    for (std::uint32_t topic = 0; topic <= topics_.size(); ++topic) {
      const auto count = topic < topics_.size() ? kExamplesOfTopic : kExamplesOfOthers;
      for (std::uint32_t i = 0; i < count; ++i) {
        auto example = web_.example(topic, i);
        examples.push_back({{std::move(example.title), std::move(example.text),
                             text::Language::kEnglish},
                            topic});
      }
    }
    return examples;
  }

  std::vector<Page> seeds(std::uint32_t topic) const override {
    return web_.seeds(topic, kSeedsOfTopic);
  }
  Time begin() const override { return kSyntheticBegin; }
  Time end() const override {
    return kSyntheticBegin +
           std::chrono::duration_cast<Milliseconds>(web_.options().length);
  }

  Page page_count() const override { return web_.page_count(); }
  std::string address(Page page) const override { return web_.address(page); }
  std::uint32_t host(Page page) const override { return web_.host(page); }
  std::string host_name(std::uint32_t host) const override {
    return web_.host_name(host);
  }

  std::uint32_t version(Page page, Time time) const override {
    return web_.version(page, time - kSyntheticBegin);
  }

  Text text(Page page, std::uint32_t version) override {
    return {web_.title(page), web_.text(page, version), text::Language::kEnglish};
  }

  std::vector<Link> links(Page page, std::uint32_t) override {
    const auto area = web_.is_hub(page) ? frontier::LinkArea::kHub
                                        : frontier::LinkArea::kInformational;
    std::vector<Link> links;
    for (const TopicalWeb::Link link : web_.links(page)) {
      links.push_back(
          {link.target, link.target * kAnchorKinds + std::uint64_t(link.anchor), area});
    }
    return links;
  }

  std::string anchor_text(std::uint64_t anchor) const override {
    return web_.anchor_text(
        {Page(anchor / kAnchorKinds), TopicalWeb::Anchor(anchor % kAnchorKinds)});
  }

  // What was planted is what is found.
  Change compare(Page page, std::uint32_t before, std::uint32_t now,
                 detect::ThesisNotes&) override {
    Change change;
    for (std::uint32_t version = before + 1; version <= now; ++version)
      change.is_structural |= web_.is_structural(page, version);
    change.is_textual = now > before && !change.is_structural;
    return change;
  }

  std::optional<std::uint32_t> topic(Page page, std::uint32_t version) const override {
    return web_.topic(page, version);
  }
  Page original(Page page) const override { return web_.original(page).value_or(page); }

 private:
  TopicalWeb web_;
  std::vector<std::string> topics_;
};

}  // namespace

std::unique_ptr<CrawlSite> make_synthetic_site(const sim::TopicalWebOptions& options,
                                               const sim::Trace* trace) {
  return std::make_unique<SyntheticSite>(options, trace);
}

}  // namespace curlew::apps
