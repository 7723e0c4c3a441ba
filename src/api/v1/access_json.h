// Users and what they get in by, as JSON of the API.

#pragma once

#include <boost/json.hpp>
#include <string>

#include "http/router.h"
#include "store/store.h"

namespace curlew::api {

boost::json::value user_value(const store::UserRow& row);
boost::json::object key_object(const store::AccessKeyRow& row);
// `link` is told when it is made, and empty later.
boost::json::value invitation_value(const store::EntryLinkRow& row,
                                    const std::string& link);
boost::json::value session_value(const store::SessionRow& row,
                                 model::SessionId current);

// What one of this role may call.
http::Access access_of_role(model::Role role);

}  // namespace curlew::api
