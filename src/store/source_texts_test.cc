// Sources by a part of their title or address, and their numbers: as the table of
// sources itself says it, whoever changed it.

#include "store/source_texts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/clips_fixture.h"
#include "store/source_folders.h"
#include "store/source_slice.h"

namespace curlew::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class SourceTextsTest : public UserStoreTest {
 protected:
  std::vector<std::int64_t> with(std::string_view text, model::UserId user = {}) {
    const std::string pattern = text_pattern(text);
    std::vector<std::int64_t> found;
    for (const model::SourceId id : must(sources_with_text(
             store_->database(), {.user = user, .pattern = pattern}, 100))) {
      found.push_back(id.value);
    }
    std::ranges::sort(found);
    return found;
  }
  model::Source source_of(model::SourceId id) {
    return must(store_->sources().find(id)).value().source;
  }
  void save_found(const model::Source& source) {
    auto batch = must(store_->begin());
    must(store_->sources().save_found(source));
    must(batch.commit());
  }

  const model::UserId anna_ = add_user("anna");
  const model::UserId bob_ = add_user("bob");
  const model::SourceId harbour_ =
      add("https://harbour.example/feed", "The Harbour 50%");
  const model::SourceId tide_ = add("https://tide.example/feed", "Tides");
};

TEST_F(SourceTextsTest, APartOfTitleOrAddressFindsASourceInAnyCaseOfItsLetters) {
  EXPECT_THAT(with("RBOU"), ElementsAre(harbour_.value));
  EXPECT_THAT(with("tide.ex"), ElementsAre(tide_.value));
  EXPECT_THAT(with(".example"), ElementsAre(harbour_.value, tide_.value));
  EXPECT_THAT(with(""), ElementsAre(harbour_.value, tide_.value));
  EXPECT_THAT(with("0%"), ElementsAre(harbour_.value));
  EXPECT_THAT(with("t_d"), IsEmpty());
  EXPECT_THAT(with("!"), IsEmpty());
}

TEST_F(SourceTextsTest, WhateverChangesASourceChangesWhatItIsFoundBy) {
  model::Source changed = source_of(tide_);
  changed.title = "Currents";
  must(store_->sources().change(changed));
  EXPECT_THAT(with("currents"), ElementsAre(tide_.value));
  EXPECT_THAT(with("tides"), IsEmpty());
  changed.title = "Waves";
  save_found(changed);
  EXPECT_THAT(with("waves"), ElementsAre(tide_.value));
  must(store_->sources().move(tide_, "https://moon.example/"));
  EXPECT_THAT(with("moon"), ElementsAre(tide_.value));
  must(store_->sources().remove(tide_));
  EXPECT_THAT(with("moon"), IsEmpty());
  EXPECT_EQ(rows_of("source_texts"), rows_of("sources"));
}

TEST_F(SourceTextsTest, StatesAndKindsAreCountedAsTheyAre) {
  must(store_->sources().set_state(tide_, model::SourceState::kPaused));
  Database& db = store_->database();
  EXPECT_EQ(must(count_source_texts(db, {.state = "paused"})), 1);
  EXPECT_EQ(must(count_source_texts(db, {.state = "active"})), 1);
  model::Source found = source_of(harbour_);
  found.kind = model::SourceKind::kPage;
  save_found(found);
  EXPECT_EQ(must(count_source_texts(db, {.kind = "page"})), 1);
  EXPECT_THAT(must(sources_with_text(db, {.kind = "page"}, 9)), ElementsAre(harbour_));
  EXPECT_THAT(must(sources_with_text(db, {.user = anna_, .state = "paused"}, 9)),
              ElementsAre(tide_));
  EXPECT_THAT(must(sources_with_text(db, {.state = "paused", .kind = "page"}, 9)),
              IsEmpty());
  EXPECT_EQ(must(sources_with_text(db, {}, 1)).size(), 1U);
  std::int64_t sum = 0;
  for (const StateCount& each : must(count_states(db, {}))) sum += each.sources;
  EXPECT_EQ(sum, 2);
}

TEST_F(SourceTextsTest, WhatIsPrivateToOneIsNeitherFoundNorCountedForAnother) {
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{anna_, tide_, kNow, "Mine", "My moon"}}));
  must(store_->subscriptions().set_shared({&tide_, 1}, false));
  EXPECT_THAT(with("tide", anna_), ElementsAre(tide_.value));
  EXPECT_THAT(with("tide", bob_), IsEmpty());
  EXPECT_THAT(with("", anna_), ElementsAre(harbour_.value, tide_.value));
  EXPECT_THAT(with("", bob_), ElementsAre(harbour_.value));
  EXPECT_THAT(with(""), ElementsAre(harbour_.value, tide_.value));
  const auto states_of = [&](model::UserId user) {
    return must(count_states(store_->database(), user));
  };
  ASSERT_EQ(states_of(anna_).size(), 1U);
  EXPECT_EQ(states_of(anna_)[0].sources, 2);
  EXPECT_EQ(states_of(bob_)[0].sources, 1);
  Database& db = store_->database();
  const std::string pattern = text_pattern("moon");
  EXPECT_THAT(must(sources_with_own_title(db, {.user = anna_, .pattern = pattern})),
              ElementsAre(tide_));
  EXPECT_THAT(must(sources_with_own_title(db, {.user = bob_, .pattern = pattern})),
              IsEmpty());
  EXPECT_THAT(must(sources_in_folders(db, anna_, {"", "Mine"})),
              UnorderedElementsAre(harbour_, tide_));
  EXPECT_THAT(must(sources_in_folders(db, anna_, {""})), ElementsAre(harbour_));
  EXPECT_THAT(must(sources_in_folders(db, bob_, {""})), ElementsAre(harbour_));
  EXPECT_THAT(must(sources_in_folders(db, {}, {""})),
              UnorderedElementsAre(harbour_, tide_));
}

TEST_F(SourceTextsTest, WhoGaveASourceNoFolderOfHisOwnHasItInThatOfAll) {
  model::Source filed = source_at("https://filed.example/", "Filed");
  filed.folder = "News";
  const auto id = must(store_->sources().add(filed, kNow));
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{bob_, id, kNow, "", ""}}));
  Database& db = store_->database();
  EXPECT_THAT(must(sources_in_folders(db, bob_, {"News"})), ElementsAre(id));
  EXPECT_THAT(must(sources_in_folders(db, bob_, {""})),
              UnorderedElementsAre(harbour_, tide_));
  EXPECT_EQ(must(sources_in_folders(db, bob_, {""}, 1)).size(), 1U);
}

TEST_F(SourceTextsTest, ManyThatFitAreWalkedInOrderAndCounted) {
  std::vector<model::Source> many;
  for (int i = 0; i < 5'200; ++i) {
    many.push_back(source_at(fmt::format("https://many{}.example/", i),
                             fmt::format("Many {:05}", i)));
  }
  must(store_->sources().add_all(many, kNow));
  const SourceChoice choice{.user = bob_, .text = "MANY", .now = kNow};
  const auto slice =
      must(slice_sources(store_->database(), choice, SourceOrder::kTitle, {}, 2));
  EXPECT_EQ(slice.total, 5'200);
  ASSERT_EQ(slice.rows.size(), 2U);
  EXPECT_EQ(slice.rows[1].source.title, "Many 00001");
  const auto next = must(
      slice_sources(store_->database(), choice, SourceOrder::kTitle, slice.next, 1));
  EXPECT_EQ(next.rows.at(0).source.title, "Many 00002");
}

}  // namespace
}  // namespace curlew::store
