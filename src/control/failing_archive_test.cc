// A disk that fails below the archive, through controller, terminal and store: the
// visit fails and says why, no version is listed without its bytes, and all goes on
// when the disk works again.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"

namespace curlew::control {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

enum class Fails { kNothing, kWriting, kSyncing, kSyncingNames, kCreating };

class FailingFile final : public archive::File {
 public:
  FailingFile(std::unique_ptr<archive::File> file, const Fails& fails)
      : file_(std::move(file)), fails_(fails) {}

  Bytes size() const override { return file_->size(); }
  Result<std::string> read(Bytes offset, std::size_t most) const override {
    return file_->read(offset, most);
  }
  // As a disk does that is full: half of it is written.
  Result<void> append(std::string_view bytes) override {
    if (fails_ != Fails::kWriting) return file_->append(bytes);
    TRY(file_->append(bytes.substr(0, bytes.size() / 2)));
    return Error{ErrorKind::kDiskFull, "no room on the disk"};
  }
  Result<void> truncate(Bytes size) override { return file_->truncate(size); }
  Result<void> sync() override {
    if (fails_ != Fails::kSyncing) return file_->sync();
    return Error{ErrorKind::kFailed, "the disk cannot sync"};
  }

 private:
  const std::unique_ptr<archive::File> file_;
  const Fails& fails_;
};

class FailingDisk final : public archive::Disk {
 public:
  FailingDisk(std::unique_ptr<archive::Disk> disk, const Fails& fails)
      : disk_(std::move(disk)), fails_(fails) {}

  Result<std::vector<std::string>> names() const override { return disk_->names(); }
  Result<std::unique_ptr<archive::File>> open(const std::string& name) override {
    return failing(disk_->open(name));
  }
  Result<std::unique_ptr<archive::File>> create(const std::string& name) override {
    if (fails_ != Fails::kCreating) return failing(disk_->create(name));
    return Error{ErrorKind::kFailed, "the disk makes no files"};
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    return disk_->rename(from, to);
  }
  Result<void> remove(const std::string& name) override { return disk_->remove(name); }
  Result<void> sync_names() override {
    if (fails_ != Fails::kSyncingNames) return disk_->sync_names();
    return Error{ErrorKind::kFailed, "the disk cannot sync"};
  }
  Result<std::unique_ptr<archive::Lock>> lock() override { return disk_->lock(); }

 private:
  Result<std::unique_ptr<archive::File>> failing(
      Result<std::unique_ptr<archive::File>> file) const {
    if (!file.ok()) return file;
    return std::unique_ptr<archive::File>(
        std::make_unique<FailingFile>(std::move(file).value(), fails_));
  }

  const std::unique_ptr<archive::Disk> disk_;
  const Fails& fails_;
};

class FailingArchive : public ControllerTest,
                       public testing::WithParamInterface<Fails> {
 protected:
  static constexpr std::string_view kPage = "http://news.example/fees";

  void SetUp() override {
    archive_disk_ = [this](std::unique_ptr<archive::Disk> disk) {
      return std::make_unique<FailingDisk>(std::move(disk), fails_);
    };
    ControllerTest::SetUp();
    model::Source source;
    source.url = kPage;
    source.kind = model::SourceKind::kPage;
    source.watching = {.links = false, .changes = true};
    source.added = clock_.now();
    id_ = *store_->sources().add(source, clock_.now());
  }

  void publish(std::string_view fee) {
    std::string body =
        fmt::format("<html><main><h1>Fees</h1><p>A boat pays {}</p>", fee);
    // Long enough to be found again as a payload that came before.
    for (int i = 0; i < 20; ++i) {
      body +=
          "<p>All fees are paid at the office on the quay, by day and by night.</p>";
    }
    web_[std::string(kPage)] = {200, {{"Content-Type", "text/html"}}, body};
    bodies_.push_back(std::move(body));
  }

  // In the order they were kept; each must be there with its bytes, after a restart
  // too.
  void expect_kept(std::size_t count) {
    auto versions = *store_->versions().of_source(id_, kNever, 100);
    ASSERT_THAT(versions, SizeIs(count));
    std::ranges::reverse(versions);
    for (std::size_t i = 0; i < count; ++i) {
      const auto content = archives_->read(versions[i].place);
      ASSERT_TRUE(content.ok()) << content.error().text;
      EXPECT_EQ(content->body, bodies_[i]);
    }
  }

  Fails fails_ = Fails::kNothing;
  model::SourceId id_;
  std::vector<std::string> bodies_;
};

TEST_P(FailingArchive, FailsTheVisitAndNeverListsAVersionWithoutBytes) {
  publish("four coins.");
  run_for(minutes(1));
  expect_kept(1);
  // Another file is begun, so that every operation comes again.
  start();
  fails_ = GetParam();
  publish("six coins.");
  run_for(hours(30));
  expect_kept(1);
  const auto visits = *store_->visits().of(id_, 1);
  ASSERT_THAT(visits, SizeIs(1));
  EXPECT_THAT(visits[0].error, HasSubstr("its new version cannot be kept"));
  fails_ = Fails::kNothing;
  run_for(hours(30));
  expect_kept(2);
  start();
  expect_kept(2);
}

// Our disk is to blame: however long it fails, the page is not given up.
TEST_P(FailingArchive, NoPageOfAnArticleIsGivenUp) {
  publish("four coins.");
  run_for(minutes(1));
  start();
  fails_ = GetParam();
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  web_["http://news.example/1"] = {200, {{"Content-Type", "text/html"}}, "<p>One"};
  const auto id = add("http://news.example/feed");
  run_for(hours(30));
  const auto articles = *store_->articles().newest_of(id, 10);
  ASSERT_THAT(articles, SizeIs(1));
  EXPECT_EQ(kept_page(articles[0]), std::nullopt);
  EXPECT_EQ(articles[0].page_fetched, std::nullopt);
  EXPECT_THAT(articles[0].page_error, HasSubstr("cannot be kept"));
  fails_ = Fails::kNothing;
  run_for(hours(1));
  EXPECT_EQ(kept_page(articles[0]), "<p>One");
  EXPECT_TRUE((*store_->articles().newest_of(id, 10))[0].page_fetched);
  start();
  EXPECT_EQ(kept_page(articles[0]), "<p>One");
}

INSTANTIATE_TEST_SUITE_P(All, FailingArchive,
                         testing::Values(Fails::kWriting, Fails::kSyncing,
                                         Fails::kSyncingNames, Fails::kCreating));

}  // namespace
}  // namespace curlew::control
