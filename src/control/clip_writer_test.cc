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

}  // namespace
}  // namespace curlew::control
