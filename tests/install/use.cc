// SPDX-License-Identifier: MIT
// Uses the library from C++. The header comes first, so that it cannot rely on another.
#include <catasta.h>

#include <iostream>
#include <string>

static bool keep(void *context, const char *bytes, size_t length)
{
    static_cast<std::string *>(context)->append(bytes, length);
    return true;
}

int main()
{
    static_assert(CATASTA_VERSION_MAJOR >= 0 && CATASTA_VERSION_MINOR >= 0 && CATASTA_VERSION_PATCH >= 0, "numbers");
    if (std::string(catasta_version()) != CATASTA_VERSION)
        return CATASTA_FAILED;
    std::string troubles;
    const catasta_sink sink = {keep, &troubles};
    catasta_options options = {};
    options.size = sizeof options;
    options.ruleset = "accasta-pari";
    catasta_session *session = catasta_session_new(&options, &sink);
    if (session == nullptr) {
        std::cerr << troubles;
        return CATASTA_FAILED;
    }
    catasta_input *input = catasta_input_open(session, 0, "<stdin>");
    while (const catasta_game *game = catasta_input_next(input)) {
        catasta_info info = {};
        info.size = sizeof info;
        if (!catasta_game_info(game, &info))
            return CATASTA_FAILED;
        std::cout << info.plies << " plies, " << (info.legal ? "legal" : "illegal") << '\n';
    }
    catasta_input_close(input);
    catasta_session_free(session);
    return CATASTA_OK;
}
