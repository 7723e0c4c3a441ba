// A little site about ferries, and topics that crawl it. For the tests of focused
// crawls in this module.

#pragma once

#include "classify/thesis_topics.h"
#include "classify/topic_model.h"
#include "classify/topic_words.h"
#include "control/controller_fixture_test.h"
#include "control/topic_judge.h"

namespace curlew::control {

inline constexpr std::string_view kFerries[] = {
    "The ferry leaves the harbour at dawn and the captain waits for the wind.",
    "Passengers of the ferry wait on the quay while sailors moor the vessel.",
    "A storm keeps every ferry in port, says the harbour master of the island.",
    "The vessel sails between the islands, and its captain knows each harbour.",
    "Sailors load the ferry with cargo, and passengers board at the quay.",
};
inline constexpr std::string_view kFootball[] = {
    "The striker scores two goals and the team wins the football match.",
    "The referee shows a red card, and the goalkeeper saves the penalty.",
    "Fans fill the stadium for the league match of their football team.",
    "The coach praises the defender, and the team climbs the league table.",
    "A late goal of the midfielder decides the cup match in the stadium.",
};

// Words that nobody has, so that texts of one topic differ.
inline std::string made_up(int seed) {
  static constexpr std::string_view kSyllables[] = {"ba", "ke", "lo", "mi", "nu", "pa",
                                                    "re", "so", "ti", "vu", "za", "fo"};
  std::string word;
  auto number = std::uint32_t(seed) * 2654435761u;
  for (int i = 0; i < 4; ++i, number /= 12) word += kSyllables[(number >> 8) % 12];
  return word;
}

// Paragraphs about a topic, told apart by `number`.
inline std::string text_about(std::span<const std::string_view> sentences, int number) {
  static constexpr std::string_view kNames[] = {
      "Naxos", "Paros",   "Tinos",  "Milos",  "Samos",  "Chios", "Lesbos", "Kythira",
      "Hydra", "Spetses", "Skyros", "Thasos", "Patmos", "Leros", "Kos",    "Rhodes"};
  std::string text;
  for (int i = 0; i < 12; ++i) {
    const auto at = std::size_t(i * (number + 1) + number);
    const int seed = number * 1'000 + i * 10;
    text += fmt::format(
        "<p>{} {} {} of {} {} {} says: {} {} and {} agree on day {}.</p>",
        kNames[at % 16], made_up(seed), made_up(seed + 1), made_up(seed + 2),
        made_up(seed + 3), made_up(seed + 4), sentences[at % sentences.size()],
        kNames[(at * 3 + 1) % 16], kNames[(at * 5 + 2) % 16], number);
  }
  return text;
}

class FocusedCrawl : public ControllerTest {
 protected:
  void SetUp() override {
    ControllerTest::SetUp();
    web_["http://sea.example/robots.txt"] = {404, {}, ""};
  }

  void show(const std::string& url, std::string_view title, const std::string& text,
            const std::string& links = "", const std::string& head = "",
            http::Headers headers = {}) {
    headers.push_back({"Content-Type", "text/html; charset=utf-8"});
    web_[url] = {200, std::move(headers),
                 fmt::format("<html lang=en><head><title>{0}</title>{3}</head><body>"
                             "<article><h1>{0}</h1>{1}</article><nav>{2}</nav>"
                             "</body></html>",
                             title, text, links, head)};
  }
  static std::string link_to(std::string_view path, std::string_view words,
                             std::string_view rel = "") {
    return fmt::format("<a rel='{}' href='{}'>{}</a> ", rel, path, words);
  }

  model::SourceId add_topic(const std::string& name, std::vector<std::string> seeds,
                            model::CrawlCaps caps = {},
                            model::CrawlOrder order = model::CrawlOrder::kCurlew) {
    model::Source source;
    source.url = "topic:" + name;
    source.kind = model::SourceKind::kTopic;
    source.title = name;
    source.added = clock_.now();
    model::Topic topic;
    topic.source = *store_->sources().add(source, clock_.now());
    topic.name = name;
    topic.method = method_;
    topic.order = order;
    topic.seeds = std::move(seeds);
    topic.caps = caps;
    EXPECT_TRUE(store_->topics().add(topic).ok());
    return topic.source;
  }

  // What is known of the two topics, as their users' examples taught it.
  void learn(std::vector<model::SourceId> topics) {
    const text::Analyzer analyzer;
    const classify::TopicMethod method = to_classify(method_);
    classify::TopicReader reader(analyzer, classify::stem_rules_of(method));
    std::vector<classify::TopicExample> examples;
    for (int i = 0; i < 20; ++i) {
      for (const bool is_sea : {true, false}) {
        const std::string text =
            is_sea ? text_about(kFerries, i) : text_about(kFootball, i);
        const std::uint32_t none = topics.size() > 1 ? 1 : classify::kNoTopic;
        classify::TopicExample& example = examples.emplace_back();
        example.topic = is_sea ? 0 : none;
        reader.read({.title = {}, .text = text, .language = text::Language::kEnglish},
                    example.words);
      }
    }
    const auto learned =
        classify::learn_topics(examples, topics.size(), {.method = method});
    ASSERT_TRUE(learned.ok()) << learned.error().text;
    const store::TopicModelRow row{.method = method_,
                                   .learned = clock_.now(),
                                   .classes = topics,
                                   .model = classify::encode_topic_model(**learned)};
    ASSERT_TRUE(store_->topics().set_models(std::span(&row, 1)).ok());
  }

  // A little site about the sea, with a page about football and others that are not for
  // everybody.
  void build_site() {
    show("http://sea.example/", "All the news", "<p>Welcome.</p>",
         link_to("/ferry-1", "The ferry and its captain") +
             link_to("/ferry-2", "Passengers on the quay") +
             link_to("/football", "The match in the stadium") +
             link_to("/hidden", "A ferry that is in no index") +
             link_to("/paid", "A ferry that was paid for", "nofollow"));
    show("http://sea.example/ferry-1", "The first ferry", text_about(kFerries, 101),
         link_to("/ferry-3", "Sailors and their vessel"));
    show("http://sea.example/ferry-2", "The second ferry", text_about(kFerries, 102));
    show("http://sea.example/ferry-3", "The third ferry", text_about(kFerries, 103));
    show("http://sea.example/football", "A match", text_about(kFootball, 104));
    show("http://sea.example/hidden", "A hidden ferry", text_about(kFerries, 105), "",
         "<meta name=robots content=noindex>");
    show("http://sea.example/paid", "A paid ferry", text_about(kFerries, 106));
  }

  std::map<std::string, store::CrawlPageRow> rows() {
    std::vector<model::CrawlPageId> ids;
    std::map<model::CrawlPageId, store::CrawlPageRow> by_id;
    EXPECT_TRUE(store_->crawl_pages()
                    .each([&](const store::CrawlPageRow& row) {
                      ids.push_back(row.id);
                      by_id[row.id] = row;
                    })
                    .ok());
    const auto pages = *store_->crawl_pages().to_visit(ids);
    std::map<std::string, store::CrawlPageRow> rows;
    for (const auto& [id, page] : pages) rows[page.url] = by_id[id];
    return rows;
  }
  std::size_t fetches_of(std::string_view url) const {
    return static_cast<std::size_t>(
        std::ranges::count(requests_, url, &http::Request::url));
  }
  std::vector<model::TopicPhase> phases(model::SourceId topic) {
    return *store_->topics().phases(topic);
  }

  // Those of pages, without lists and robots.txt, in their order.
  std::vector<std::string> asked_pages() const {
    std::vector<std::string> urls;
    for (const http::Request& request : requests_) {
      const std::string& url = request.url;
      if (!url.ends_with(".txt") && !url.ends_with(".xml")) urls.push_back(url);
    }
    return urls;
  }
  // Of the next phase, which has ended by then.
  std::vector<std::string> pages_of_next_phase() {
    requests_.clear();
    run_for(hours(1) + minutes(10));
    return asked_pages();
  }
  void change_topic(model::SourceId source,
                    const std::function<void(model::Topic&)>& change) {
    model::Topic topic = (*store_->topics().find(source))->topic;
    change(topic);
    ASSERT_TRUE(store_->topics().change(topic).ok());
  }

  model::TopicMethod method_ = model::TopicMethod::kLinear;
};

}  // namespace curlew::control
