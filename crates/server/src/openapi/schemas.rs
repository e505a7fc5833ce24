//! JSON schemas of request and response bodies; named schemas are shared.

use std::collections::BTreeMap;

use utoipa::openapi::schema::{AdditionalProperties, KnownFormat, Schema, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr};
use utoipa::{Number, ToSchema};

/// A function that builds a schema and adds the named schemas that it refers to.
pub type Shape = fn(&mut Schemas) -> RefOr<Schema>;

/// Collects named JSON schemas, so that each is defined only once.
#[derive(Default)]
pub struct Schemas {
    named: BTreeMap<String, RefOr<Schema>>,
    /// Whether response schemas are being added. Nullable fields are always present in responses.
    answered: bool,
}

impl Schemas {
    /// Sets whether the schemas added next belong to responses or to requests.
    pub fn answered(&mut self, answered: bool) {
        self.answered = answered;
    }

    /// Adds a named schema and returns a reference to it.
    pub fn named<T: ToSchema>(&mut self) -> RefOr<Schema> {
        let schema = self.inline::<T>();
        self.keep(T::name().into_owned(), schema);
        Ref::from_schema_name(T::name()).into()
    }

    pub fn inline<T: ToSchema>(&mut self) -> RefOr<Schema> {
        let mut inner = Vec::new();
        T::schemas(&mut inner);
        for (name, schema) in inner {
            let schema = self.complete(schema);
            self.keep(name, schema);
        }
        self.complete(T::schema())
    }

    pub fn list<T: ToSchema>(&mut self) -> RefOr<Schema> {
        ArrayBuilder::new().items(self.named::<T>()).into()
    }

    /// Returns the schema for one page of a list.
    pub fn part<T: ToSchema>(&mut self) -> RefOr<Schema> {
        let more = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::Boolean))
            .description(Some("Whether there are older entries."));
        let part = ObjectBuilder::new().property("entries", self.list::<T>()).property("more", more);
        part.required("entries").required("more").into()
    }

    pub fn or_null<T: ToSchema>(&mut self) -> RefOr<Schema> {
        let null = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
        OneOfBuilder::new().item(self.named::<T>()).item(null).into()
    }

    pub fn text(&mut self) -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).into()
    }

    pub fn bytes(&mut self) -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).format(Some(format)).into()
    }

    pub fn object(&mut self) -> RefOr<Schema> {
        ObjectBuilder::new().into()
    }

    /// Merges in another set of named schemas.
    pub fn add(&mut self, others: Schemas) {
        others.named.into_iter().for_each(|(name, schema)| self.keep(name, schema));
    }

    pub fn into_named(self) -> BTreeMap<String, RefOr<Schema>> {
        self.named
    }

    fn keep(&mut self, name: String, schema: RefOr<Schema>) {
        let kept = self.named.entry(name.clone()).or_insert_with(|| schema.clone());
        // Two types with the same name would be mixed up.
        debug_assert!(*kept == schema, "two schemas are called {name}");
    }

    fn complete(&self, mut schema: RefOr<Schema>) -> RefOr<Schema> {
        walk(&mut schema, self.answered);
        schema
    }
}

/// Completes a generated schema: adds maximum values for integer types, and makes nullable fields in responses required.
fn walk(schema: &mut RefOr<Schema>, answered: bool) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            let most = match &object.format {
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt8)) => Some(usize::from(u8::MAX)),
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt16)) => Some(usize::from(u16::MAX)),
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt32)) => Some(u32::MAX as usize),
                _ => None,
            };
            object.maximum = object.maximum.take().or(most.map(Number::UInt));
            if most.is_some() || object.format == Some(SchemaFormat::KnownFormat(KnownFormat::UInt64)) {
                // utoipa uses non-standard names for these formats.
                object.format = None;
            }
            for (name, property) in &mut object.properties {
                if answered && may_be_null(property) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
                walk(property, answered);
            }
            if let Some(AdditionalProperties::RefOr(inner)) = object.additional_properties.as_deref_mut() {
                walk(inner, answered);
            }
        }
        Schema::Array(array) => {
            let fixed = Some(array.prefix_items.len()).filter(|length| *length > 0);
            (array.min_items, array.max_items) = (array.min_items.or(fixed), array.max_items.or(fixed));
            if let utoipa::openapi::schema::ArrayItems::RefOrSchema(items) = &mut array.items {
                walk(items, answered);
            }
        }
        Schema::OneOf(all) => all.items.iter_mut().for_each(|item| walk(item, answered)),
        Schema::AllOf(all) => all.items.iter_mut().for_each(|item| walk(item, answered)),
        Schema::AnyOf(all) => all.items.iter_mut().for_each(|item| walk(item, answered)),
        _ => {}
    }
}

fn may_be_null(schema: &RefOr<Schema>) -> bool {
    let null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => null(&array.schema_type),
        RefOr::T(Schema::OneOf(all)) => all.items.iter().any(may_be_null),
        _ => false,
    }
}
