/* SPDX-License-Identifier: MIT */
"use strict";
/* Pages in a real browser: main.js PROGRAM PLAYWRIGHT [FOLDER].  With FOLDER, pictures of
   pages are left there.  Ends with "N passed, N failed". */

const { main } = require("./harness");

main([...require("./page"), ...require("./tables"), ...require("./films"), ...require("./rules"), ...require("./referee")]).catch(error => {
    console.log(error.stack);
    console.log("0 passed, 1 failed");
    process.exitCode = 1;
});
