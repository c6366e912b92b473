/* SPDX-License-Identifier: MIT */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "fuzz/python.h"
#include "support/complaint.h"

#include <stdlib.h>

PyMODINIT_FUNC PyInit__catasta(void);

/* calls.run, in an interpreter that allocates each object on its own, so that the sanitizer sees which are gone. */
static PyObject *begin_python(void)
{
    setenv("PYTHONMALLOC", "malloc", 1);
    setenv("PYTHONHASHSEED", "0", 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    setenv("PYTHONPATH", "packaging/python:tests/python:tests/fuzz", 1);
    Py_InitializeEx(0);
    PyObject *module = PyInit__catasta();
    PyObject *calls = module == NULL || PyDict_SetItemString(PyImport_GetModuleDict(), "catasta._catasta", module) != 0
        ? NULL
        : PyImport_ImportModule("calls");
    return calls == NULL ? NULL : PyObject_GetAttrString(calls, "run");
}

bool try_python(struct slice bytes, const char *form)
{
    static PyObject *run;
    (void)form;
    if (run == NULL)
        run = begin_python();
    PyObject *result = run == NULL ? NULL : PyObject_CallFunction(run, "y#", bytes.at, (Py_ssize_t)bytes.length);
    if (result == NULL)
        PyErr_Print();
    Py_XDECREF(result);
    return result != NULL || complaint("a call raised what none may raise");
}
