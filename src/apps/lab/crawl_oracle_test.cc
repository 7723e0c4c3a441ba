#include "apps/lab/crawl_oracle.h"

#include <gtest/gtest.h>

namespace curlew::apps {
namespace {

constexpr Time kStart = from_unix_seconds(1'800'000'000);
constexpr std::chrono::hours kDay{24};

// Page n changes every n + 1 days; changes of page 9 are nothing that counts.
class Changing final : public CrawlSite {
 public:
  std::span<const std::string> topics() const override { return {}; }
  std::vector<Example> examples() const override { return {}; }
  std::vector<Page> seeds(std::uint32_t) const override { return {}; }
  Time begin() const override { return kStart; }
  Time end() const override { return kStart + 100 * kDay; }
  Page page_count() const override { return 10; }
  std::string address(Page) const override { return ""; }
  std::uint32_t host(Page) const override { return 0; }
  std::string host_name(std::uint32_t) const override { return ""; }
  std::uint32_t version(Page page, Time time) const override {
    return std::uint32_t((time - kStart) / (kDay * (page + 1)));
  }
  Text text(Page, std::uint32_t) override { return {}; }
  std::vector<Link> links(Page, std::uint32_t) override { return {}; }
  std::string anchor_text(std::uint64_t) const override { return ""; }
  Change compare(Page page, std::uint32_t before, std::uint32_t now,
                 detect::ThesisNotes&) override {
    return {.is_textual = page != 9 && before != now};
  }
  std::optional<std::uint32_t> topic(Page, std::uint32_t) const override { return 0; }
  Page original(Page page) const override { return page; }
};

TEST(CrawlOracle, FindsEveryChangeOfWhatIsKeptOnceAPhase) {
  Changing site;
  CrawlOracle oracle(site);
  oracle.keep(0, 0);
  oracle.keep(4, 0);
  oracle.begin_phase(7 * kDay);
  EXPECT_FALSE(oracle.revisit(kStart + kDay / 2));
  EXPECT_TRUE(oracle.revisit(kStart + kDay));
  EXPECT_FALSE(oracle.revisit(kStart + 3 * kDay)) << "visited in this phase";
  EXPECT_TRUE(oracle.revisit(kStart + 6 * kDay)) << "the other one";
  oracle.begin_phase(7 * kDay);
  EXPECT_TRUE(oracle.revisit(kStart + 8 * kDay));
  EXPECT_FALSE(oracle.revisit(kStart + 9 * kDay)) << "seen at six days, next at ten";
  EXPECT_TRUE(oracle.revisit(kStart + 10 * kDay));
}

TEST(CrawlOracle, PassesOverWhatIsNotKeptAndChangesThatDoNotCount) {
  Changing site;
  CrawlOracle oracle(site);
  oracle.keep(0, 0);
  oracle.keep(9, 0);
  oracle.forget(0);
  oracle.begin_phase(7 * kDay);
  EXPECT_FALSE(oracle.revisit(kStart + 60 * kDay));
}

TEST(CrawlOracle, APageIsNotVisitedTwiceInThePhaseThatFoundIt) {
  Changing site;
  CrawlOracle oracle(site);
  oracle.begin_phase(7 * kDay);
  oracle.keep(0, 0);
  EXPECT_FALSE(oracle.revisit(kStart + 3 * kDay));
  oracle.begin_phase(7 * kDay);
  EXPECT_TRUE(oracle.revisit(kStart + 8 * kDay));
}

}  // namespace
}  // namespace curlew::apps
