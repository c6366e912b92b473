/* SPDX-License-Identifier: MIT */
/* SVG into PNG by librsvg and cairo, which are loaded only when they are asked for: the
   library and the program do without them.  Of both only functions are used that have
   been as they are since librsvg 2.52; they are declared here, so that building needs
   neither. */
#include "library/session.h"

#include <dlfcn.h>

enum { CAIRO_ARGB = 0, LARGEST = 16384 };

struct rectangle {
    double x, y, width, height;
};

typedef int png_writer(void *closure, const unsigned char *bytes, unsigned length);

struct painter {
    void *(*read)(const uint8_t *bytes, size_t length, void **error);
    int (*size)(void *handle, double *width, double *height);
    int (*render)(void *handle, void *cairo, const struct rectangle *viewport, void **error);
    void (*unref)(void *handle);
    void *(*surface)(int format, int width, int height);
    void *(*create)(void *surface);
    int (*write)(void *surface, png_writer *write, void *closure);
    void (*destroy)(void *cairo);
    void (*destroy_surface)(void *surface);
};

/* The address of a function as a pointer to one, which ISO C leaves to the system. */
static bool find(void *library, const char *name, void *pointer)
{
    void *address = library == NULL ? NULL : dlsym(library, name);
    memcpy(pointer, &address, sizeof address);
    return address != NULL;
}

/* Libraries once loaded stay: theirs cannot be unloaded. */
static bool load(struct painter *painter)
{
    void *rsvg = dlopen("librsvg-2.so.2", RTLD_LAZY);
    void *cairo = dlopen("libcairo.so.2", RTLD_LAZY);
    return find(rsvg, "rsvg_handle_new_from_data", &painter->read) &&
        find(rsvg, "rsvg_handle_get_intrinsic_size_in_pixels", &painter->size) &&
        find(rsvg, "rsvg_handle_render_document", &painter->render) && find(rsvg, "g_object_unref", &painter->unref) &&
        find(cairo, "cairo_image_surface_create", &painter->surface) && find(cairo, "cairo_create", &painter->create) &&
        find(cairo, "cairo_surface_write_to_png_stream", &painter->write) &&
        find(cairo, "cairo_destroy", &painter->destroy) &&
        find(cairo, "cairo_surface_destroy", &painter->destroy_surface);
}

static int keep_bytes(void *closure, const unsigned char *bytes, unsigned length)
{
    struct text *text = closure;
    text_add(text, (struct slice){(const char *)bytes, length});
    return text->failed ? 1 /* CAIRO_STATUS_NO_MEMORY */ : 0;
}

/* NULL, or what went wrong. */
static const char *paint(const struct painter *painter, void *handle, struct text *png)
{
    struct rectangle viewport = {0};
    if (!painter->size(handle, &viewport.width, &viewport.height) || viewport.width < 1 || viewport.height < 1)
        return "the picture has no size";
    if (viewport.width > LARGEST || viewport.height > LARGEST)
        return "the picture is too large for PNG: wider or higher than 16384 pixels";
    void *surface = painter->surface(CAIRO_ARGB, (int)viewport.width, (int)viewport.height);
    void *cairo = painter->create(surface);
    void *ignored = NULL;
    bool fine = painter->render(handle, cairo, &viewport, &ignored) && painter->write(surface, keep_bytes, png) == 0;
    painter->destroy(cairo);
    painter->destroy_surface(surface);
    return fine ? NULL : "the picture could not be painted";
}

static enum catasta_status report(const char *problem, const struct catasta_sink *errors)
{
    struct text text = {0};
    text_add_string(&text, problem);
    report_error(&text, errors);
    return CATASTA_FAILED;
}

enum catasta_status catasta_write_png(
    const char *svg, size_t length, const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct painter painter;
    struct text png = {0};
    void *ignored = NULL;
    if (!load(&painter))
        return report(
            "PNG needs librsvg-2.so.2 (2.52 or later) and libcairo.so.2, which are not installed; SVG needs neither",
            errors);
    void *handle = painter.read((const uint8_t *)svg, length, &ignored);
    if (handle == NULL)
        return report("the picture could not be read", errors);
    const char *problem = paint(&painter, handle, &png);
    painter.unref(handle);
    bool written = deliver(&png, since, problem == NULL ? sink : NULL);
    return problem != NULL ? report(problem, errors) : written ? CATASTA_OK : CATASTA_FAILED;
}
