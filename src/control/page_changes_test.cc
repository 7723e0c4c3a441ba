// Pages that are down for a while, or of which something is said while they are
// visited, through controller, terminal, archive and store.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"
#include "detect/page/notes.h"

namespace curlew::control {
namespace {

class PageChanges : public ControllerTest {
 protected:
  static constexpr std::string_view kPage = "http://news.example/fees";

  void SetUp() override {
    ControllerTest::SetUp();
    publish("ten");
    model::Source source;
    source.url = kPage;
    source.kind = model::SourceKind::kPage;
    source.watching = {.links = false, .changes = true};
    source.added = clock_.now();
    id_ = *store_->sources().add(source, clock_.now());
    run_for(minutes(1));
    ASSERT_EQ(versions().size(), 1u);
  }

  void publish(std::string_view fee) {
    web_[std::string(kPage)] = {
        200,
        {{"Content-Type", "text/html"}},
        fmt::format("<title>Fees</title><main><h1>Fees</h1><p>A boat of up to six "
                    "metres pays {} euros a night, water and light included.</p>"
                    "<p>Larger boats ask the harbour master before they "
                    "enter, by radio or at the office beside the old customs house."
                    "</p><p>The office is open on weekdays from nine to five, and "
                    "closed on the day of the patron saint.</p><p>The basin has "
                    "depths of two to five metres. Its entrance lies open to the west, "
                    "so that it is left in good time when a storm is announced; the "
                    "town lends ropes and fenders to whoever has none.</p></main>",
                    fee)};
  }
  std::vector<model::Version> versions() {
    return *store_->versions().of_source(id_, kNever, 100);
  }
  // Until the next request of the page is under way; its answer is not yet read.
  void run_until_asked() {
    const std::size_t before = requests_for(kPage);
    for (int i = 0; i < 50'000 && requests_for(kPage) == before; ++i) {
      ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
      terminal_->step(Milliseconds(0));
      if (requests_for(kPage) == before) clock_.advance(Milliseconds(20'000));
    }
    ASSERT_GT(requests_for(kPage), before);
  }

  model::SourceId id_;
};

TEST_F(PageChanges, EndWithTheReturnFromAnErrorPage) {
  // At the third visit an error page is what the page has become.
  const auto be_down = [&] {
    for (int i = 0; i < 3; ++i) {
      web_[std::string(kPage)] = {
          200,
          {{"Content-Type", "text/html"}},
          fmt::format("<title>503 Service Unavailable</title><h1>Service "
                      "Unavailable</h1><p>Try again later.</p><!-- {} -->",
                      i)};
      run_until_asked();
      run_for(minutes(1));
    }
  };
  be_down();
  ASSERT_EQ(versions().size(), 2u);
  EXPECT_TRUE(versions()[0].is_error);
  // With a comment that nobody sees: its bytes are others.
  publish("ten<!-- 17 -->");
  run_for(hours(30));
  ASSERT_EQ(versions().size(), 3u);
  EXPECT_FALSE(versions()[0].is_error);
  EXPECT_EQ(versions()[0].summary, "is back, as it was before the error");
  be_down();
  publish("twelve");
  run_for(hours(30));
  ASSERT_EQ(versions().size(), 5u);
  EXPECT_EQ(versions()[0].summary,
            "is back from the error; 1 paragraph rewritten under ‘Fees’");
}

TEST_F(PageChanges, LeaveWhatAUserSaidWhileTheVisitWasUnderWay) {
  publish("twelve");
  run_until_asked();
  detect::PageNotes said;
  said.add_not_a_change(
      {.parts = {{.path = "/html/body/p[9]", .before = "a", .after = "b"}}});
  auto transaction = *store_->begin();
  ASSERT_TRUE(store_->versions().save_notes(id_, detect::to_bytes(said)).ok());
  ASSERT_TRUE(transaction.commit().ok());
  run_for(minutes(1));
  ASSERT_EQ(versions().size(), 2u);
  const auto notes = *detect::parse_notes(*store_->versions().notes(id_));
  EXPECT_GT(notes.places().size(), 1u) << "of what the visit learned";
  EXPECT_EQ(std::ranges::count_if(notes.places(), &detect::Place::is_said), 1);
}

}  // namespace
}  // namespace curlew::control
