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
  kItems,  // Around the entries of RSS 1.1.
  kEntry,
  // Of feeds and entries.
  kTitle,
  kOtherTitle,  // dc:title, media:title, itunes:title: used where there is no title.
  kLink,
  kId,
  kSummary,
  kOtherSummary,  // itunes:summary, media:description: used where there is no summary.
  kContent,
  kFullText,  // content:encoded, xhtml:body
  kAuthor,
  kCreator,  // dc:creator, itunes:author: a name without structure.
  kCategory,
  kSubject,  // dc:subject
  kPublished,
  kUpdated,
  kCreated,
  kDate,  // dc:date: whatever its author meant by it.
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
