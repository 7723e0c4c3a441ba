#include "api/v1/access_json.h"

#include "api/v1/operation.h"

namespace curlew::api {

boost::json::value user_value(const store::UserRow& row) {
  const model::User& user = row.user;
  return boost::json::object{{"id", user.id.value},
                             {"name", user.name},
                             {"mail", user.mail},
                             {"role", to_string(user.role)},
                             {"time_zone", user.time_zone},
                             {"language", user.language},
                             {"added", json_moment(user.added)},
                             {"last_active", json_moment(user.last_active)},
                             {"can_log_in", !row.password.empty()}};
}

boost::json::object key_object(const store::AccessKeyRow& row) {
  boost::json::object key{{"id", row.id.value},
                          {"name", json_shown(row.name)},
                          {"added", json_moment(row.added)},
                          {"last_used", json_moment(row.last_used)}};
  if (row.kind == model::KeyKind::kApp) return key;
  boost::json::array scopes;
  for (const auto each :
       {model::Scope::kRead, model::Scope::kWrite, model::Scope::kAdmin}) {
    if (each <= row.scope) scopes.push_back(boost::json::value(to_string(each)));
  }
  key["scopes"] = std::move(scopes);
  return key;
}

boost::json::value invitation_value(const store::EntryLinkRow& row,
                                    const std::string& link) {
  return boost::json::object{
      {"id", row.id.value},
      {"role", to_string(row.role)},
      {"note", json_shown(row.note)},
      {"added", json_moment(row.added)},
      {"expires", json_moment(row.expires)},
      {"link", link.empty() ? boost::json::value(nullptr) : boost::json::value(link)}};
}

boost::json::value session_value(const store::SessionRow& row,
                                 model::SessionId current) {
  return boost::json::object{{"id", row.id.value},
                             {"added", json_moment(row.added)},
                             {"last_seen", json_moment(row.last_seen)},
                             {"agent", json_shown(row.agent)},
                             {"address", json_shown(row.address)},
                             {"current", row.id == current}};
}

http::Access access_of_role(model::Role role) {
  switch (role) {
    case model::Role::kAdmin:
      return http::Access::kAdmin;
    case model::Role::kUser:
      return http::Access::kUser;
    case model::Role::kReadOnly:
      break;
  }
  return http::Access::kReader;
}

}  // namespace curlew::api
