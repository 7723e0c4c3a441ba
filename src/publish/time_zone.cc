#include "publish/time_zone.h"

#include <unicode/basictz.h>
#include <unicode/timezone.h>

#include "base/check.h"

namespace curlew::publish {

struct TimeZone::Zone {
  std::unique_ptr<icu::BasicTimeZone> basic;
};

Result<TimeZone> TimeZone::find(std::string_view name) {
  const auto id = icu::UnicodeString::fromUTF8(icu::StringPiece(
      name.data(), std::int32_t(std::min<std::size_t>(name.size(), 100))));
  std::unique_ptr<icu::TimeZone> made(icu::TimeZone::createTimeZone(id));
  CHECK(made != nullptr);
  auto* basic = dynamic_cast<icu::BasicTimeZone*>(made.get());
  icu::UnicodeString found, unknown;
  made->getID(found);
  // ICU takes a name that it does not know for this one.
  icu::TimeZone::getUnknown().getID(unknown);
  if (basic == nullptr || found == unknown) {
    return Error{ErrorKind::kUsage,
                 "'" + std::string(name.substr(0, 100)) +
                     "': not a time zone; they are named as in Europe/Athens"};
  }
  static_cast<void>(made.release());
  auto zone = std::make_shared<Zone>();
  zone->basic.reset(basic);
  return TimeZone(std::move(zone));
}

TimeZone TimeZone::find_or_utc(std::string_view name) {
  auto zone = find(name);
  return zone.ok() ? std::move(*zone) : *find("UTC");
}

Time TimeZone::to_local(Time time) const {
  std::int32_t raw = 0, saving = 0;
  UErrorCode status = U_ZERO_ERROR;
  zone_->basic->getOffset(UDate(to_unix_ms(time)), false, raw, saving, status);
  CHECK(U_SUCCESS(status));
  return time + Milliseconds(raw + saving);
}

Time TimeZone::to_utc(Time local) const {
  std::int32_t raw = 0, saving = 0;
  UErrorCode status = U_ZERO_ERROR;
  zone_->basic->getOffsetFromLocal(UDate(to_unix_ms(local)), UCAL_TZ_LOCAL_FORMER,
                                   UCAL_TZ_LOCAL_FORMER, raw, saving, status);
  CHECK(U_SUCCESS(status));
  return local - Milliseconds(raw + saving);
}

std::string TimeZone::to_text(Time time) const {
  std::string text = to_iso8601(to_local(time)).substr(0, 16);
  text[10] = ' ';
  return text;
}

}  // namespace curlew::publish
