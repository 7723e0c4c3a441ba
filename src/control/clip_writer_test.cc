#include "control/clip_writer.h"

#include <gmock/gmock.h>

#include <memory>

#include "store/clips_fixture.h"

namespace curlew::control {
namespace {

using model::Channel;
using model::ListAction;
using store::must;
using testing::IsEmpty;

class ClipWriterTest : public store::UserStoreTest {
 protected:
  // What a look at the article leads to.
  void write(const Wanted& wanted) {
    ClipWriter writer;
    writer.add(article_, source_, {.url = "u", .published = {}, .found = store::kNow},
               {.wanted = {wanted}, .sketch = {}});
    must(writer.write(*store_, store::kNow));
  }

  const model::UserId ann_ = add_user("ann");
  const model::WatchlistId list_ = add_list(ann_, "List");
  const model::SourceId source_ = add("http://news.example/feed");
  const model::ArticleId article_ = add_article(source_, 1, "one");
};

TEST_F(ClipWriterTest, WhatAListDidToAnArticleIsDoneOnce) {
  const Wanted star{.list = list_, .user = ann_, .action = ListAction::kStar};
  const auto is_starred = [&] {
    return must(store_->article_states().of(ann_, std::vector{article_}))
        .at(article_)
        .is_starred;
  };
  write(star);
  EXPECT_TRUE(is_starred());
  must(store_->article_states().change(std::vector<store::ArticleStateEdit>{
      {.user = ann_, .article = article_, .is_starred = false}}));
  write(star);
  EXPECT_FALSE(is_starred()) << "its user undid it";
}

TEST_F(ClipWriterTest, AListIsSentAsItsRowSays) {
  // It had another channel when it was asked.
  write({.list = list_,
         .user = ann_,
         .channel = Channel::kMail,
         .clip = std::make_shared<model::Clip>()});
  EXPECT_EQ(must(store_->clips().list({}, 10)).size(), 1u);
  EXPECT_THAT(must(store_->deliveries().list({}, 10)), IsEmpty());
}

// Two feeds of one site, whose entries are a line each.
TEST_F(ClipWriterTest, TheSamePageOfTwoSourcesIsToldOnceHoweverShortItsText) {
  const model::SourceId other = add("http://news.example/front");
  const auto write_of = [&](model::SourceId source, std::int64_t number,
                            const std::string& title) {
    auto clip = std::make_shared<model::Clip>();
    clip->title = title;
    ClipWriter writer;
    writer.add(add_article(source, number, title), source,
               {.url = "http://news.example/1", .published = {}, .found = store::kNow},
               {.wanted = {{.list = list_, .user = ann_, .clip = std::move(clip)}},
                .sketch = {}});
    must(writer.write(*store_, store::kNow));
  };
  write_of(source_, 2, "Bridge closed");
  write_of(other, 3, "Bridge closed");
  write_of(other, 4, "Bridge open again");
  const auto clips = must(store_->clips().list({}, 10));
  std::vector<std::string> leads;
  for (const store::ClipRow& row : clips) {
    if (!row.clip.same_as) leads.push_back(row.clip.title);
  }
  EXPECT_THAT(leads,
              testing::UnorderedElementsAre("Bridge closed", "Bridge open again"));
}

}  // namespace
}  // namespace curlew::control
