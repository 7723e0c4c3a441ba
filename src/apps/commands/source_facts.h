// One source in full, for people.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/relative.h"
#include "api/snapshot.h"
#include "apps/output/screen.h"
#include "apps/output/table.h"
#include "store/central_store.h"

namespace curlew::apps {

using api::relative;

// From publication to discovery; empty when the publication is unknown.
std::string delay_of(const store::ArticleRow& article);

// With or without a column that says of which source.
enum class OfSource { kOne, kAny };
Table visit_table(const std::vector<store::VisitRow>& visits, OfSource of);

// A name and a value; nothing when the value is empty.
void print_fact(const Screen& screen, std::string_view name, std::string_view value);

void print_detail(const Screen& screen, const api::SourceDetail& detail);

}  // namespace curlew::apps
