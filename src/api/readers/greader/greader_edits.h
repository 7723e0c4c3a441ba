// What apps that speak the Google Reader API change.

#pragma once

#include "api/readers/reader_route.h"

namespace curlew::api {

// Each answers "OK".

// subscription/edit: ac=subscribe, unsubscribe or edit of the streams s, with a title t
// and a label a, or without a label r.
Result<Answer> greader_edit_subscription(const ReaderAsked& asked);
// edit-tag: the items i get the states a and lose the states r.
Result<Answer> greader_edit_tag(const ReaderAsked& asked);
// mark-all-as-read: of the stream s, what was found by ts, in microseconds.
Result<Answer> greader_mark_all(const ReaderAsked& asked);
// rename-tag: what is in the label s is in dest.
Result<Answer> greader_rename_tag(const ReaderAsked& asked);
// disable-tag: what is in the label s is in none.
Result<Answer> greader_disable_tag(const ReaderAsked& asked);

// subscription/quickadd: answers what was added, as JSON.
Result<Answer> greader_quick_add(const ReaderAsked& asked);

}  // namespace curlew::api
