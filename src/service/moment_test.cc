#include "service/moment.h"

#include <gmock/gmock.h>

#include "archive/timestamps.h"

namespace curlew::service {
namespace {

constexpr Time kTyped = from_unix_seconds(1'790'000'000);  // 2026-09-21T14:13:20Z

std::string shown(std::string_view typed) {
  const auto moment = parse_moment("@", typed, kTyped);
  if (!moment.ok()) return moment.error().text;
  return archive::to_warc_date(moment->first) + " " +
         archive::to_warc_date(moment->last);
}

TEST(Moment, IsAllThatTheTypedTimeNames) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"2026", "2026-01-01T00:00:00Z 2026-12-31T23:59:59.999Z"},
      {"2026-02", "2026-02-01T00:00:00Z 2026-02-28T23:59:59.999Z"},
      {"2026-12", "2026-12-01T00:00:00Z 2026-12-31T23:59:59.999Z"},
      {"2026-11-15", "2026-11-15T00:00:00Z 2026-11-15T23:59:59.999Z"},
      {"20261115", "2026-11-15T00:00:00Z 2026-11-15T23:59:59.999Z"},
      {"2026-11-15T10:20Z", "2026-11-15T10:20:00Z 2026-11-15T10:20:59.999Z"},
      {"2026-11-15T10:20:30Z", "2026-11-15T10:20:30Z 2026-11-15T10:20:30.999Z"},
      {"20261115102030", "2026-11-15T10:20:30Z 2026-11-15T10:20:30.999Z"},
      {"2026-11-15T10:20:30.123Z", "2026-11-15T10:20:30.123Z 2026-11-15T10:20:30.123Z"},
      {"20261115102030123", "2026-11-15T10:20:30.123Z 2026-11-15T10:20:30.123Z"},
      {"2026-11-15T10:20:30+02:00", "2026-11-15T08:20:30Z 2026-11-15T08:20:30.999Z"},
      {"Sun, 15 Nov 2026 10:20:30 GMT",
       "2026-11-15T10:20:30Z 2026-11-15T10:20:30.999Z"},
      {"1h20m", "2026-09-21T12:53:20Z 2026-09-21T12:53:20Z"},
      {"2h ago", "2026-09-21T12:13:20Z 2026-09-21T12:13:20Z"},
      {"now", "2026-09-21T14:13:20Z 2026-09-21T14:13:20Z"},
  };
  for (const auto& [typed, expected] : cases)
    EXPECT_EQ(shown(typed), expected) << typed;
}

TEST(Moment, ThatIsNoneIsNamed) {
  for (const std::string_view typed : {"", "yesterday", "2026-13-01", "7", "ago"}) {
    const auto moment = parse_moment("--from", typed, kTyped);
    ASSERT_FALSE(moment.ok()) << typed;
    EXPECT_EQ(moment.error().kind, ErrorKind::kUsage);
    EXPECT_THAT(moment.error().text,
                testing::StartsWith("--from " + std::string(typed)));
  }
}

}  // namespace
}  // namespace curlew::service
