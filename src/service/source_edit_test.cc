#include "service/source_edit.h"

#include <gtest/gtest.h>

namespace curlew::service {
namespace {

std::uint32_t quiet(std::string_view text) {
  return parse_active_hours(text).value().hours;
}

TEST(SourceEdit, ActiveHoursLeaveTheOthersQuiet) {
  EXPECT_EQ(quiet("8-20"), 0xf000ffu);
  EXPECT_EQ(quiet("0-12"), 0xfff000u);
  EXPECT_EQ(quiet("12-24"), 0x000fffu);
}

TEST(SourceEdit, ActiveHoursMayRunOverMidnight) {
  EXPECT_EQ(quiet("22-6"), 0x3fffc0u);
  EXPECT_EQ(active_hours_text(parse_active_hours("22-6").value()), "22-6");
}

TEST(SourceEdit, ActiveHoursMayBeThoseOfAnotherZone) {
  EXPECT_EQ(quiet("8-20@+2"), quiet("6-18"));
  EXPECT_EQ(quiet("8-20@2"), quiet("6-18"));
  EXPECT_EQ(quiet("8-20@-5"), quiet("13-1"));
  EXPECT_EQ(active_hours_text(parse_active_hours("8-20@+2").value()), "6-18");
}

TEST(SourceEdit, WhatIsNoSpanOfHoursIsRefused) {
  for (const std::string_view text :
       {"", "8", "8-", "-8", "8-25", "25-8", "8-8", "0-24", "8-20@", "8-20@15",
        "8-20@+", "8-20 ", "8:30-20", "a-b"}) {
    EXPECT_FALSE(parse_active_hours(text).ok()) << text;
  }
}

TEST(SourceEdit, NoQuietHourIsNotTold) {
  EXPECT_EQ(quiet("none"), 0u);
  EXPECT_EQ(active_hours_text({}), "");
}

TEST(SourceEdit, GapsUnderAMinuteAreRefused) {
  const std::string why =
      "--longest-gap 30s: must be a duration from 1m to 36500d, such as 30m or "
      "1h30m, or none";
  EXPECT_EQ(parse_gap("--longest-gap", "30s").error().text, why);
  SourceEdit edit;
  edit.wishes.longest_gap = std::chrono::seconds(30);
  EXPECT_EQ(check(edit).error().text, why);
  edit.wishes.longest_gap = parse_gap("--longest-gap", "none").value();
  EXPECT_TRUE(check(edit).ok());
}

// Whoever fills the fields by other means than flags is held to the same.
TEST(SourceEdit, IsCheckedWhereverItComesFrom) {
  const auto said = [](const SourceEdit& edit) {
    const auto checked = check(edit);
    return checked.ok() ? "" : checked.error().text;
  };
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({.title = std::string(1025, 't')}), "--title: longer than 1024 bytes");
  EXPECT_NE(said({.folder = "/"}), "");
  const std::string header = "--header: must be 'Name: value' on one line";
  EXPECT_EQ(said({.request = {.headers = {{{"A b", "c"}}}}}), header);
  EXPECT_EQ(said({.request = {.headers = {{{"A", "b\r\nHost: c"}}}}}), header);
  EXPECT_EQ(said({.request = {.basic_credentials = "ann"}}),
            "--user: must be name:password, @FILE with that, or none");
  EXPECT_EQ(said({.request = {.bearer_token = "a\nb"}}),
            "--bearer: must be on one line");
  EXPECT_EQ(said({.request = {.basic_credentials = "a:b", .bearer_token = "T"}}),
            "--user and --bearer: only one of them can be sent");
  EXPECT_EQ(
      said({.request = {.proxy = "socks5://ann:x@h.example"}}),
      "--proxy: socks5://ann:***@h.example: must be http://[user:password@]host:port");
  EXPECT_NE(said({.rules = "body = '<p>'"}).find("--rules: rules:1: body"),
            std::string::npos);
  EXPECT_EQ(said({.rules = ""}), "");
}

// What is said of a flag, given to a source of that kind; empty: it is taken.
std::string refusal(model::SourceKind kind, const WatchEdit& watching,
                    SourceEdit edit = {}) {
  model::Source source;
  source.kind = kind;
  edit.watching = watching;
  const auto applied = apply(edit, nullptr, source);
  if (applied.ok()) return {};
  EXPECT_EQ(applied.error().kind, ErrorKind::kUsage);
  return applied.error().text;
}

TEST(SourceEdit, AFlagThatMeansNothingForTheKindIsRefusedWithWhatToDo) {
  using enum model::SourceKind;
  EXPECT_TRUE(refusal(kData, {.part = "#a"}).starts_with("--part: means nothing"));
  EXPECT_TRUE(refusal(kSparql, {.changes = true}).starts_with("--watch: means"));
  EXPECT_TRUE(refusal(kData, {.archive = true}).starts_with("--archive: "));
  SourceEdit rendered;
  rendered.rendering = model::Rendering::kAlways;
  EXPECT_TRUE(refusal(kData, {}, rendered).starts_with("--render: means nothing"));
  EXPECT_EQ(refusal(kPage, {}, rendered), "");
  EXPECT_EQ(refusal(kPage, {.keys = {{"id"}}}),
            "--key: tells rows of data apart: --kind data");
  EXPECT_EQ(refusal(kPage, {.archive = true}),
            "--archive: is for feeds; versions of a page: --watch changes");
  EXPECT_EQ(refusal(kPage, {.part = "#a"}),
            "--part: looks at the content of a page: --watch changes");
  EXPECT_EQ(refusal(kAuto, {.detector = model::Detector::kThesis}),
            "--detector: looks at the content of a page: --watch changes");
  EXPECT_EQ(refusal(kFeed, {.minimum_size = 5}),
            "--min-change: looks at the content of a page: --kind page --watch "
            "changes");
  EXPECT_TRUE(refusal(kFeed, {.changes = true}).starts_with("--watch: a feed is"));
  EXPECT_EQ(refusal(kPage, {.changes = true, .part = "#a"}), "");
  EXPECT_EQ(refusal(kAuto, {.changes = true, .part = "#a"}), "") << "a page, then";
  EXPECT_EQ(refusal(kData, {.keys = {{"id"}}}), "");
  EXPECT_EQ(refusal(kFeed, {.articles = true, .archive = true}), "");
  // What takes something away fits everywhere.
  EXPECT_EQ(refusal(kData, {.part = "", .ignore = {std::vector<std::string>()}}), "");
}

}  // namespace
}  // namespace curlew::service
