// A synthetic web in which everything is known: pages of planted topics on many hosts,
// who links to whom and under which words, when each page changes and how, which pages
// drift to another topic and which are copies. What a focused crawl found can thus be
// counted exactly. The same for the same options, on every machine.
//
//   const TopicalWeb web({.pages = 100'000, .seed = 1, .stay = .5}, nullptr);
//   web.text(page, version), web.links(page), web.topic(page, version)
//
// A tenth of the pages is of the six topics that are looked for; the others are of many
// that are not. A link stays in its page's topic with a given probability, half of
// these on its host; else it leads to a page of any other topic. Some pages are hubs,
// with many links, and more of the links lead to few of the pages. Some links say what
// they lead to, some only "more".
//
// Reading is safe from many threads.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "sim/replay/trace.h"
#include "sim/topics/change_times.h"
#include "sim/topics/vocabulary.h"

namespace curlew::sim {

struct TopicalWebOptions {
  std::uint32_t pages = 100'000;
  std::uint64_t seed = 1;
  // The probability that a link stays in its topic.
  double stay = .5;
  // The share of pages that are of a topic that is looked for.
  double relevant = .1;
  // Of the pages that change at all, these come to be about something else; those that
  // are not of a topic so many times less, since they are so many times more.
  double drifting = .04;
  // The share of pages that say what another says, on another host.
  double copied = .04;
  // How long it is watched.
  Seconds length = std::chrono::days(56);
};

class TopicalWeb {
 public:
  using Page = std::uint32_t;
  using Host = std::uint32_t;

  // The words of a link: those of the title that it leads to, some of them, or none.
  enum class Anchor : std::uint8_t { kTitle, kPartOfTitle, kVague };
  struct Link {
    Page target = 0;
    Anchor anchor = Anchor::kTitle;
  };

  // `trace`: when documents really changed; null: as mixed_changes() has it.
  TopicalWeb(const TopicalWebOptions& options, const Trace* trace);

  const TopicalWebOptions& options() const { return options_; }

  // Those that are looked for, by their numbers.
  static std::span<const std::string_view> topic_names();

  Page page_count() const { return options_.pages; }
  Host host_count() const { return Host(host_begins_.size() - 1); }
  Host host(Page page) const { return hosts_[page]; }
  std::string host_name(Host host) const;
  std::string address(Page page) const;
  bool is_hub(Page page) const { return is_hub_[page] != 0; }

  std::span<const Link> links(Page page) const {
    return std::span(links_).subspan(link_begins_[page],
                                     link_begins_[page + 1] - link_begins_[page]);
  }
  std::string anchor_text(Link link) const;

  // How often the page has changed when so much time has passed.
  std::uint32_t version(Page page, Seconds after) const;
  // A change is structural or textual; that from `version`-1 to `version`, from 1 on.
  bool is_structural(Page page, std::uint32_t version) const;

  // Nullopt: none that is looked for.
  std::optional<std::uint32_t> topic(Page page, std::uint32_t version) const;
  // What the page is about all the same: at least topic_names().size() for others.
  std::uint32_t subject(Page page, std::uint32_t version) const;
  // The page that it says the same as; nullopt for most.
  std::optional<Page> original(Page page) const;

  std::string title(Page page) const;
  // Paragraphs with a line feed behind each.
  std::string text(Page page, std::uint32_t version) const;

  // Texts like those of its pages, but of none of them. The topic after the last is
  // whatever is not looked for.
  struct Example {
    std::string title;
    std::string text;
  };
  Example example(std::uint32_t topic, std::uint32_t number) const;
  // Where a crawl may start: hubs of the topic, as far as it has any.
  std::vector<Page> seeds(std::uint32_t topic, std::size_t count) const;

 private:
  void make_hosts(Random& random);
  void make_changes(const Trace* trace, Random& random);
  void make_drifts(Random& random);
  void make_copies(Random& random);
  void make_links(Random& random);
  Page choose_target(Page from, Random& random) const;
  std::uint64_t seed_of(Page page, std::uint64_t part) const;
  std::string make_title(std::uint32_t subject, Random& random) const;
  void add_paragraph(std::uint32_t subject, double purity, Random& random,
                     std::string& text) const;
  double purity_of(Page page) const;

  TopicalWebOptions options_;
  Vocabulary vocabulary_;
  // By host, and one more.
  std::vector<Page> host_begins_;
  // By page.
  std::vector<Host> hosts_;
  std::vector<std::uint16_t> subjects_;
  std::vector<std::uint8_t> is_hub_;
  std::vector<ChangeTimes> changes_;
  // The version from which on a page is about something else; 0: it stays.
  std::vector<std::uint32_t> drifts_at_;
  std::vector<std::uint16_t> drifts_to_;
  std::vector<Page> originals_;
  std::vector<Link> links_;
  // By page, and one more.
  std::vector<std::uint32_t> link_begins_;
  // By subject, the most popular first.
  std::vector<std::vector<Page>> pages_about_;
};

}  // namespace curlew::sim
