// The words of RSS 0.90 to 2.0, Atom 0.3 and 1.0 and the modules used with them. One
// vocabulary for all: Atom elements stand in RSS feeds and the other way round.

#pragma once

#include <string_view>

#include "parse/xml_scope.h"

namespace curlew::parse {

enum class Element {
  kUnknown,
  // Containers.
  kRss,
  kRdf,
  kFeed,
  kChannel,
  // Around the entries of RSS 1.1.
  kItems,
  kEntry,
  // Of feeds and entries.
  kTitle,
  // dc:title, media:title, itunes:title: used where there is no title.
  kOtherTitle,
  kLink,
  kId,
  kSummary,
  // itunes:summary, media:description: used where there is no summary.
  kOtherSummary,
  kContent,
  // content:encoded, xhtml:body
  kFullText,
  kAuthor,
  // dc:creator, itunes:author: a name without structure.
  kCreator,
  kCategory,
  // dc:subject
  kSubject,
  kPublished,
  kUpdated,
  kCreated,
  // dc:date: whatever its author meant by it.
  kDate,
  kLanguage,
  kEnclosure,
  kMediaContent,
  kMediaGroup,
  // What a feed asks of its readers.
  kTtl,
  kSkipHours,
  kSkipDays,
  kHour,
  kDay,
  kUpdatePeriod,
  kUpdateFrequency,
};

// Names are compared without regard to case.
Element element_of(Namespace name_space, std::string_view local_name);

}  // namespace curlew::parse
